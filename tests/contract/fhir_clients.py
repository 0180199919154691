"""Reads all packs of a code with two FHIR clients, in pages of 20, expands a value set, and validates a code in it."""

import json
import sys

from fhirclient.client import FHIRClient
from fhirclient.models.medication import Medication
from fhirclient.models.parameters import Parameters
from fhirclient.models.valueset import ValueSet
from fhirpy import SyncFHIRClient

VALUE_SET = "https://dmd.nhs.uk/ValueSet/VMP"
EXPAND = {"url": VALUE_SET, "filter": "cetirizine", "count": "5"}
VALIDATE = {"url": VALUE_SET, "system": "https://dmd.nhs.uk", "code": "95220071000001103"}


def query(fields):
    return "&".join(f"{name}={value}" for name, value in fields.items())


def with_fhirclient(base, code):
    server = FHIRClient(settings={"app_id": "test", "api_base": base}).server
    search = Medication.where({"code": code, "_count": "20"})
    packs = [one.id for one in search.perform_resources_iter(server) if one.resource_type == "Medication"]
    expanded = ValueSet(server.request_json(f"ValueSet/$expand?{query(EXPAND)}")).expansion.contains
    checked = Parameters(server.request_json(f"ValueSet/$validate-code?{query(VALIDATE)}"))
    return {
        "packs": packs,
        "expanded": [one.code for one in expanded],
        "is_valid": checked.parameter[0].valueBoolean,
    }


def with_fhirpy(base, code):
    client = SyncFHIRClient(base)
    packs = client.resources("Medication").search(code=code).limit(20)
    value_set = client.execute("ValueSet/$expand", method="get", params=EXPAND)
    checked = client.execute("ValueSet/$validate-code", method="get", params=VALIDATE)
    return {
        "packs": [one["id"] for one in packs],
        "expanded": [one["code"] for one in value_set["expansion"]["contains"]],
        "is_valid": checked["parameter"][0]["valueBoolean"],
    }


def main():
    base, code = sys.argv[1:]
    print(json.dumps({"fhirclient": with_fhirclient(base, code), "fhirpy": with_fhirpy(base, code)}))


main()
