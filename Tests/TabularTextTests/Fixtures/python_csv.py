"""What Python's csv module reads, for the tests that compare it with the reader.

    python3 python_csv.py generate > python_csv.jsonl    hostile texts, with the counts of records and fields
    python3 python_csv.py read < cases.jsonl             each case's records; a case is [text, escape or null]
"""

import csv
import io
import json
import random
import sys


def records(text, escape=None):
    lines = io.StringIO(text, newline="")
    return list(csv.reader(lines, escapechar=escape, strict=False))


def generate():
    random.seed(4180)
    palettes = ["aab,,\"\"\n\r", "ab ,\"\n", "\"\"\",\n\r", "a,\"\r\n\r\n", "xyz,\"\"é\n\0"]
    for number in range(400):
        palette = palettes[number % len(palettes)]
        text = "".join(random.choice(palette) for _ in range(random.randint(0, 40)))
        read = records(text)
        # A blank line has no field for Python; RFC 4180 knows no record without one.
        print(json.dumps([text, len(read), sum(max(1, len(record)) for record in read)], ensure_ascii=True))


def read():
    for line in sys.stdin:
        text, escape = json.loads(line)
        try:
            print(json.dumps(records(text, escape)))
        except csv.Error as error:
            print(json.dumps(str(error)))


{"generate": generate, "read": read}[sys.argv[1]]()
