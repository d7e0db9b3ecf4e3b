"""An engine without any code of Trunkline, as in another language: it takes the first choice.

``python greedy_engine.py``; with a fault as an argument it fails in that way.
"""

import json
import sys
import time

fault = sys.argv[1] if len(sys.argv) > 1 else ""
for line in sys.stdin:
    question = json.loads(line)
    if question["ask"] == "hello":
        print(json.dumps({"name": "greedy"}), flush=True)
        continue
    first, last = question["choices"][0], question["choices"][-1]
    if fault == "dies":
        sys.exit(3)
    if fault == "sleeps":
        time.sleep(60)
    if fault == "babbles":
        print("let me think", flush=True)
    elif fault == "cheats":
        print(json.dumps({"action": {**last["action"], "player": "Nobody"}}), flush=True)
    elif fault == "gives up":
        print(json.dumps({"error": "no idea"}), flush=True)
    else:
        print(json.dumps({"action": first["action"]}), flush=True)
