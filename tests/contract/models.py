"""Reads pairs of a name and a resource, one per line. Prints the resources that do not conform to FHIR R4."""

import json
import sys

from fhir.resources.R4B import get_fhir_model_class


def error_of(name, resource):
    try:
        get_fhir_model_class(json.loads(resource)["resourceType"]).model_validate_json(resource)
    except Exception as error:  # any error means that the resource is invalid
        return f"{name}: {error}"


def main():
    pairs = [json.loads(line) for line in sys.stdin]
    invalid = [text for text in (error_of(*pair) for pair in pairs) if text]
    print(json.dumps({"validated": len(pairs), "invalid": invalid}))


main()
