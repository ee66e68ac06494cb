"""Validates JSON documents against a JSON Schema: reads {"schema": …, "instances": […]} from standard
input and writes a list of booleans. With --openapi, reads an OpenAPI document and writes its mistakes;
with --same, reads {"yaml": text, "json": …} and writes whether both are equal."""

import json
import sys

document = json.load(sys.stdin)
if "--openapi" in sys.argv:
    from openapi_spec_validator import OpenAPIV31SpecValidator

    problems = [str(error.message) for error in OpenAPIV31SpecValidator(document).iter_errors()]
    json.dump(problems, sys.stdout)
elif "--same" in sys.argv:
    import yaml

    json.dump(yaml.safe_load(document["yaml"]) == document["json"], sys.stdout)
else:
    from jsonschema import Draft202012Validator

    Draft202012Validator.check_schema(document["schema"])
    validator = Draft202012Validator(document["schema"])
    json.dump([validator.is_valid(instance) for instance in document["instances"]], sys.stdout)
