#!/bin/sh
PYTHONPATH=/tmp/w/src exec /work/main/.venv/bin/python "$@"
