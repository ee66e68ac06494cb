"""Values that fit a schema of the contract."""

UUID = "deadbeef-0000-4000-8000-000000000001"
TIME = "2026-11-23T12:00:00Z"


def samples(schemas, schema):
    """Returns values that together use each alternative, value of a list, and optional member once.

    Recursive schemas are not followed: the contract of the demo has none.
    """
    if "$ref" in schema:
        return samples(schemas, schemas[schema["$ref"].rsplit("/", 1)[1]])
    if "const" in schema:
        return [schema["const"]]
    if "enum" in schema:
        return schema["enum"]
    alternatives = schema.get("oneOf") or schema.get("anyOf")
    if alternatives:
        return [value for one in alternatives for value in samples(schemas, one)]
    return {
        "object": of_object, "array": of_array, "integer": of_integer, "string": of_string,
        "boolean": lambda *_: [False, True], "number": lambda *_: [1.5], "null": lambda *_: [None],
    }[schema["type"]](schemas, schema)


def of_object(schemas, schema):
    members = {name: samples(schemas, one) for name, one in schema.get("properties", {}).items()}
    whole = {name: values[0] for name, values in members.items()}
    values = [whole] + [
        {**whole, name: value} for name, values in members.items() for value in values[1:]]
    least = {name: whole[name] for name in schema.get("required", [])}
    if least != whole and len(least) >= schema.get("minProperties", 0):
        values.append(least)
    return values


def of_array(schemas, schema):
    return [samples(schemas, schema["items"])] + ([] if schema.get("minItems") else [[]])


def of_integer(schemas, schema):
    return [max(0, schema["minimum"]), schema["maximum"]]


def of_string(schemas, schema):
    return [{"uuid": UUID, "date-time": TIME}.get(schema.get("format"), "text")]
