/**
 * SARIF 2.1.0 as `replay verify --format sarif` makes use of it: what the specification requires of each object, by its section, as JSON Schema
 * with nothing else allowed; and beyond that what code-scanning systems require, which show no result without a place and a line, and no rule
 * without its three texts.
 */
const object = (required: readonly string[], properties: object) => ({ type: 'object', required, properties, additionalProperties: false });
const level = { enum: ['none', 'note', 'warning', 'error'] };
/** 3.11.8: `text` is required where there is no `id`; 3.11.5: a brace is doubled. */
const message = object(['text'], { text: { type: 'string', minLength: 1, pattern: '^([^{}]|\\{\\{|\\}\\})*$' } });
/** 3.12.3 */
const multiformat = object(['text'], { text: { type: 'string', minLength: 1, maxLength: 1024 } });

/** 3.49 */
const reportingDescriptor = object(['id', 'shortDescription', 'fullDescription', 'help'], {
  id: { type: 'string', minLength: 1 },
  shortDescription: multiformat,
  fullDescription: multiformat,
  help: multiformat,
  defaultConfiguration: object([], { level }),
});

/** 3.29 and 3.30: a region begins at line 1 or below. 3.4.3: a URI reference, as RFC 3986 has it. */
const physicalLocation = object(['artifactLocation', 'region'], {
  artifactLocation: object(['uri'], { uri: { type: 'string', format: 'uri-reference', minLength: 1 } }),
  region: object(['startLine'], { startLine: { type: 'integer', minimum: 1 } }),
});

/** 3.27 */
const result = object(['ruleId', 'ruleIndex', 'level', 'message', 'locations'], {
  ruleId: { type: 'string' },
  ruleIndex: { type: 'integer', minimum: 0 },
  level,
  message,
  locations: { type: 'array', minItems: 1, maxItems: 1, items: object(['physicalLocation'], { physicalLocation }) },
});

/** 3.20, with 3.58 for the notifications. */
const invocation = object(['executionSuccessful', 'toolExecutionNotifications'], {
  executionSuccessful: { type: 'boolean' },
  toolExecutionNotifications: { type: 'array', minItems: 1, items: object(['level', 'message'], { level, message }) },
});

/** 3.14, with 3.18 for `tool` and 3.19 for `driver`. */
const run = object(['tool', 'results'], {
  columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
  tool: object(['driver'], {
    driver: object(['name', 'version', 'rules'], {
      name: { type: 'string', minLength: 1 },
      version: { type: 'string', minLength: 1 },
      rules: { type: 'array', uniqueItems: true, items: reportingDescriptor },
    }),
  }),
  invocations: { type: 'array', minItems: 1, maxItems: 1, items: invocation },
  results: { type: 'array', items: result },
});

/** 3.13 */
export const SARIF = object(['$schema', 'version', 'runs'], {
  $schema: { const: 'https://json.schemastore.org/sarif-2.1.0.json' },
  version: { const: '2.1.0' },
  runs: { type: 'array', minItems: 1, maxItems: 1, items: run },
});

/** RFC 3986, 4.2, with a path alone: no first segment with a colon, and nothing but what a path may hold. */
export const RELATIVE_REFERENCE = /^(?![^/]*:)(?!\/\/)(?:[\w.~!$&'()*+,;=:@/-]|%[0-9A-F]{2})+$/;
