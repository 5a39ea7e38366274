"""Which literals does each of these programs assign to the names of a tool's metadata? Texts in, answers out, both as JSON."""
import ast
import json
import sys
import warnings

NAMES = ("__version__", "__tool_type__", "__executor_id__", "CONFIG", "ENV_CONFIG")


class NotLiteral(Exception):
    pass


def value_of(node):
    if isinstance(node, ast.Constant):
        return constant(node.value)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        tag, value = (value_of(node.operand) + [None])[:2]
        if tag not in ("int", "float"):
            raise NotLiteral
        return [tag, -value if isinstance(node.op, ast.USub) else value]
    if isinstance(node, (ast.List, ast.Tuple)):
        return ["list", [value_of(item) for item in node.elts]]
    if isinstance(node, ast.Dict):
        entries = {}
        for key, value in zip(node.keys, node.values):
            if not isinstance(key, ast.Constant) or not isinstance(key.value, str):
                raise NotLiteral
            entries[key.value] = value_of(value)
        return ["dict", entries]
    raise NotLiteral


def constant(value):
    if value is None or isinstance(value, (bool, str)):
        return ["plain", value]
    if isinstance(value, int) and len(str(value)) < 300:
        return ["int", value]
    if isinstance(value, float) and abs(value) != float("inf"):
        return ["float", value]
    raise NotLiteral


def texts(answer):
    """Integers as texts: JSON readers round them."""
    tag, value = answer
    if tag == "list":
        return [tag, [texts(item) for item in value]]
    if tag == "dict":
        return [tag, {key: texts(item) for key, item in value.items()}]
    return [tag, value if tag == "plain" else str(int(value)) if tag == "int" else repr(value)]


def judge(program):
    try:
        tree = ast.parse(program.encode("utf-8"))
    except IndentationError as error:
        return {"error": str(error), "indentation": True}
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        return {"error": str(error), "indentation": False}
    found = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target = node.targets[0]
        elif isinstance(node, ast.AugAssign):
            target = node.target
        else:
            continue
        if not isinstance(target, ast.Name) or target.id not in NAMES:
            continue
        try:
            if isinstance(node, ast.AugAssign):
                raise NotLiteral
            found[target.id] = texts(value_of(node.value))
        except NotLiteral:
            found[target.id] = None
    return {"found": found}


warnings.simplefilter("ignore")
print(json.dumps([judge(program) for program in json.load(sys.stdin)]))
