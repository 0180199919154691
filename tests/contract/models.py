"""Reads names and resources, one pair of them a line, and says which are not as FHIR R4 has them."""

import json
import sys

from fhir.resources.R4B import get_fhir_model_class


def wrong(name, resource):
    try:
        get_fhir_model_class(json.loads(resource)["resourceType"]).model_validate_json(resource)
    except Exception as error:  # whatever it is, the resource is not one
        return f"{name}: {error}"


def main():
    pairs = [json.loads(line) for line in sys.stdin]
    told = [text for text in (wrong(*pair) for pair in pairs) if text]
    print(json.dumps({"looked_at": len(pairs), "wrong": told}))


main()
