"""The objects that are compiled for one instruction set define nothing that another object may define too: of such
copies the linker keeps one, which may be the one that not every processor can run.
    kernels_test.py NM OBJECT..."""

import pathlib
import subprocess
import sys

nm, *objects = sys.argv[1:]
kernels = [path for path in objects if "_avx2." in pathlib.Path(path).name]
if not kernels:
    print("skipped: this build has no kernels for one instruction set")
    raise SystemExit(77)

failed = False
for path in kernels:
    symbols = subprocess.run([nm, "--demangle", path], check=True, capture_output=True, text=True).stdout.splitlines()
    defined = [line.split(maxsplit=2) for line in symbols if not line.startswith(" ")]
    if not any(kind in "TDRB" for _, kind, _ in defined):
        print(f"{path}: defines no kernel at all")
        failed = True
    for _, kind, name in defined:
        if kind in "VWu":
            print(f"{path}: {name} may be defined elsewhere too")
            failed = True
raise SystemExit(failed)
