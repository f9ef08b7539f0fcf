"""Runs snippets.py in real PyTorch and numpy, and records what each snippet prints.

    ATEN_CPU_CAPABILITY=default python3 record.py      (Debian 12: python3-torch 1.13.1, python3-numpy 1.24.2)

The portable kernels, because others print other last digits (see ../torch/README.md).
"""

import contextlib
import io
import json
import os
import re

os.environ.setdefault("ATEN_CPU_CAPABILITY", "default")

import numpy
import torch

here = os.path.dirname(os.path.abspath(__file__))
text = open(f"{here}/snippets.py").read()
snippets = re.findall(r"^# === (.+?)\n(.*?)(?=^# === |\Z)", text, re.S | re.M)

recorded = []
for name, code in snippets:
    output = io.StringIO()
    scope = {"__name__": "__main__", "torch": torch, "nn": torch.nn, "F": torch.nn.functional, "np": numpy}
    with contextlib.redirect_stdout(output):
        try:
            exec(code, scope)
        except Exception as error:
            print(f"{type(error).__name__}: {error}")
    recorded.append({"name": name, "code": code.strip(), "output": output.getvalue()})

with open(f"{here}/recorded.json", "w") as file:
    json.dump({"torch": torch.__version__, "numpy": numpy.__version__, "snippets": recorded}, file, indent=1)
    file.write("\n")
print(len(recorded), "snippets recorded")
