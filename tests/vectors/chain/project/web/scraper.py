"""Fetch a page and count its links."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "runtimes/python_script"
__category__ = "web"
__tool_description__ = "Fetch a page and count its links"

import json
import sys

params = json.loads(sys.argv[1])
print(json.dumps({"success": True, "url": params["url"]}))
