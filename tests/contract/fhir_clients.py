"""Reads all packs of a code with two FHIR clients, in pages of 20. Prints the ids that each client has read."""

import json
import sys

from fhirclient.client import FHIRClient
from fhirclient.models.medication import Medication
from fhirpy import SyncFHIRClient


def with_fhirclient(base, code):
    server = FHIRClient(settings={"app_id": "test", "api_base": base}).server
    search = Medication.where({"code": code, "_count": "20"})
    return [one.id for one in search.perform_resources_iter(server) if one.resource_type == "Medication"]


def with_fhirpy(base, code):
    found = SyncFHIRClient(base).resources("Medication").search(code=code).limit(20)
    return [one["id"] for one in found]


def main():
    base, code = sys.argv[1:]
    print(json.dumps({"fhirclient": with_fhirclient(base, code), "fhirpy": with_fhirpy(base, code)}))


main()
