#!/bin/sh
# version: 1.0.0
# tool_type: shell
# executor_id: runtimes/shell

# How many rows a table has, without its header.
tail -n +2 "$1" | wc -l
