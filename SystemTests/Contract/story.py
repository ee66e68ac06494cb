"""What a client does with generated types, from the creation of a session to its end."""
import json

import contract_client
import httpx
import yaml
from contract_client import models
from judge import HOOKS, Refused, call, check_model, check_type
from samples import samples

PATCH = "application/json-patch+json"
REFUSALS = ("/problems/stale-element", "/problems/invalid-state")
"""The problems of actions that fit the schema."""


def expect(condition, value):
    if not condition:
        raise Refused(f"The session has taken another course: {value}")


def increment(element):
    """Returns the action that increments the counter with an id, made of generated types."""
    name = models.CountersCounterActionCaseName("incrementButtonTapped")
    return models.CountersActionPath(
        path=models.CountersActionPathElement(
            element=models.CountersActionPathElementPayload(
                id=element, action=models.CountersCountersPathActionCounter(counter=name))))


def counters(client):
    snapshot = call(
        client, "create_session", status=201,
        body=models.CountersSessionCreation(feature="counters", link="/counters/3"))
    session, element = snapshot.id, snapshot.state.path[0].id
    snapshot = call(client, "send_action", session, body=increment(element))
    expect(snapshot.state.path[0].state.counter.count == 4, snapshot)
    add = models.CountersActionCaseName("addCounterButtonTapped")
    snapshot = call(client, "send_action", session, body=[add, add])
    expect([one.id for one in snapshot.state.path] == [0, 1, 2], snapshot)
    expect(len(call(client, "read_path", session)) == 3, session)
    follow(client, session, element)
    history(client, session)
    problem = call(client, "send_action", session, body=increment(99), status=409)
    expect(problem.type_ == "/problems/stale-element", problem)
    problem = call(client, "send_action", session, body=add, if_match='"0"', status=412)
    expect(problem.snapshot.feature == "counters", problem)
    call(client, "create_event_ticket", session, status=201)
    call(client, "end_session", session, status=204)
    expect(call(client, "read_session", session, status=410).reason == "deleted", session)


def follow(client, session, element):
    """Reads a snapshot and a patch as events, and a patch in the response to an action."""
    http = client.get_httpx_client()
    with http.stream("GET", f"/sessions/{session}/events") as response:
        lines = response.iter_lines()
        check_event(lines, "snapshot", "Snapshot")
        answer = http.post(
            f"/sessions/{session}/actions", json=increment(element).to_dict(),
            headers={"Accept": PATCH})
        expect(answer.headers["Content-Type"] == PATCH, answer.text)
        for operation in answer.json():
            check_type("Patch.Item", operation)
        check_event(lines, "patch", "Patch")


def check_event(lines, name, component):
    event = {}
    for line in lines:
        if line == "" and "event" in event:
            break
        field, _, value = line.partition(": ")
        if field and field != "retry":
            event[field] = value
    expect(event["event"] == name, event)
    check_model("Event", event)
    check_type(f"{name.capitalize()}Event", event)
    check_model(component, json.loads(event["data"]))


def history(client, session):
    page = call(client, "read_history", session)
    version = page.entries[0].version
    expect(call(client, "read_version", session, version).version == version, page)
    snapshot = call(
        client, "restore_session", session, body=models.Restoration(version=version))
    expect(snapshot.version == page.version + 1, snapshot)


def screens(client):
    """Opens a screen of each other feature."""
    inventory = models.InventorySessionCreation(feature="inventory")
    session = call(client, "create_session", body=inventory, status=201).id
    add = models.InventoryActionCaseName("addButtonTapped")
    state = call(client, "send_action", session, body=add).state
    name = models.InventoryBindingActionItemFormState(name="Lamp")
    state = call(
        client, "send_action", session,
        body=models.InventoryActionDestination(
            destination=models.InventoryActionDestinationPresented(
                presented=models.InventoryInventoryDestinationActionAddItem(
                    add_item=models.InventoryItemFormActionBinding(binding=name))))).state
    expect(state.destination.add_item.item.name == "Lamp", state)
    confirm = models.InventoryActionCaseName("confirmAddItemButtonTapped")
    state = call(client, "send_action", session, body=confirm).state
    expect([item.name for item in state.items] == ["Lamp"], state)

    polls = models.PollsSessionCreation(feature="polls")
    snapshot = call(client, "create_session", body=polls, status=201)
    tap = models.PollsActionPollTappedPayload(id=snapshot.state.polls[0].id)
    state = call(
        client, "send_action", snapshot.id, body=models.PollsActionPollTapped(poll_tapped=tap)
    ).state
    expect(state.path[0].state.poll.id == tap.id, state)

    standups = models.StandupsSessionCreation(feature="standups")
    snapshot = call(client, "create_session", body=standups, status=201)
    tap = models.StandupsActionStandupTappedPayload(id=snapshot.state.standups[0].id)
    state = call(
        client, "send_action", snapshot.id,
        body=models.StandupsActionStandupTapped(standup_tapped=tap)).state
    expect(state.path[0].state.detail.standup.id == tap.id, state)


def all_actions(client, schemas, feature):
    """Sends each action of a feature that its schema has an example of; returns their number.

    Some are for screens that are not shown, or lead to states that the feature refuses.
    """
    creation = getattr(models, f"{feature.capitalize()}SessionCreation")(feature=feature)
    link = {"counters": "/counters/3", "polls": "/polls/lunch", "standups": "/standups/add"}
    if feature in link:
        creation.link = link[feature]
    actions = samples(schemas, schemas[f"{feature}.Action"])
    for action in actions:
        case = "CaseName" if isinstance(action, str) else next(iter(action))
        typed = check_type(f"{feature}.Action.{case}", action)
        check_model(f"{feature}.Action", action)
        session = call(client, "create_session", body=creation, status=201).id
        result = call(client, "send_action", session, body=typed, status=(200, 409, 422))
        if isinstance(result, models.Problem):
            expect(result.type_ in REFUSALS, result)
        call(client, "end_session", session, status=204)
    return len(actions)


def all_states(schemas, feature):
    """Checks the types of states with values of all forms; returns their number."""
    states = samples(schemas, schemas[f"{feature}.State"])
    for state in states:
        check_type(f"{feature}.State", state)
        check_model(f"{feature}.State", state)
    return len(states)


def refusals():
    """Checks that models refuse what is wrong, so that taking a message means something."""
    member = {"id": "1", "version": 0, "effects": 0, "expiresAt": "2026-11-23T12:00:00Z"}
    for component, value in [
        ("Action", {"noSuchCase": {}}),
        ("counters.Action", "noSuchCase"),
        ("Snapshot", {**member, "feature": "nothing", "state": {}}),
        ("Snapshot", {**member, "feature": "counters", "state": {"items": []}}),
        ("inventory.SessionCreation", {"feature": "inventory", "link": "/items"}),
    ]:
        try:
            check_model(component, value)
        except Refused:
            continue
        raise Refused(f"{component} accepts {value}")


def run(url):
    """Returns a summary."""
    schemas = yaml.safe_load(httpx.get(f"{url}/openapi.yaml", timeout=60).text)["components"]["schemas"]
    client = contract_client.Client(
        base_url=url, timeout=httpx.Timeout(60), httpx_args={"event_hooks": HOOKS})
    refusals()
    counters(client)
    screens(client)
    features = [feature.name for feature in call(client, "list_features").features]
    numbers = []
    for feature in features:
        call(client, "read_feature", feature)
        numbers.append(
            f"{feature}: {all_actions(client, schemas, feature)} actions, "
            f"{all_states(schemas, feature)} states")
    return "The generated types take all messages. " + "; ".join(numbers)
