// Lets the client of docs/compose-client.md be judged: see run.py.
import com.sun.net.httpserver.HttpServer
import java.io.File
import java.net.InetSocketAddress
import java.net.HttpURLConnection
import java.net.URL
import java.util.Collections
import kotlin.system.exitProcess
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import org.json.JSONArray
import org.json.JSONObject

fun main(arguments: Array<String>) {
    // Else the threads of the client keep the process.
    Thread.setDefaultUncaughtExceptionHandler { _, error -> error.printStackTrace(); exitProcess(1) }
    runBlocking {
        val (server, demo, cases) = arguments
        stopsInBackground()
        unreadable()
        controls(JSONObject(File(cases).readText()).getJSONArray("screens"))
        refusal()
        addItem(demo)
        val scenarios = JSONObject(URL(server).readText()).getJSONArray("scenarios")
        for (index in 0 until scenarios.length()) {
            val name = scenarios.getJSONObject(index).getString("name")
            launch { play(server, name) }
        }
    }
    exitProcess(0)
}

suspend fun CoroutineScope.play(server: String, name: String) {
    val service = Service(server)
    val reports = JSONArray()
    var last = 0
    val session = Session<JSONObject>(service, name, read = { it }) { session ->
        val shown = session.snapshot ?: return@Session
        val report = JSONObject(shown.state.toString()).put("version", shown.version)
        val commands = report.remove("commands") as JSONArray
        reports.put(report)
        session.ended?.let { reports.put(JSONObject().put("ended", it)) }
        for (index in 0 until commands.length()) {
            val command = commands.getJSONObject(index)
            val number = command.getInt("number")
            if (number <= last) continue
            last = number
            val below = command.optInt("ifCountBelow", Int.MAX_VALUE)
            val isWanted = { state: JSONObject -> state.getInt("count") < below }
            launch {
                session.send(
                    text(command.getString("send")), isWanted = isWanted.takeIf { command.has("ifCountBelow") }
                )
            }
        }
    }
    val following = launch { session.follow() }
    do {
        delay(50)
        val response = report(server + "/shown/" + name, reports)
        while (reports.length() > 0) reports.remove(0)
    } while (response == "running")
    following.cancelAndJoin()
}

fun report(url: String, reports: JSONArray): String {
    val connection = URL(url).openConnection() as HttpURLConnection
    connection.doOutput = true
    connection.setRequestProperty("Content-Type", "application/json")
    connection.outputStream.use { it.write(reports.toString().toByteArray()) }
    // The creation of the session may still be on its way.
    if (connection.responseCode == 409) return "running"
    return JSONObject(connection.inputStream.bufferedReader().readText()).getString("outcome")
}

/** The request that waits is broken off with the coroutine: else this does not end. */
suspend fun CoroutineScope.stopsInBackground() {
    val asked = CompletableDeferred<Unit>()
    val server = serve { path, _ -> if ("wait" in path) null.also { asked.complete(Unit) } else snapshot }
    val session = Session(Service(server.url), "counters", read = ::counters) {}
    val following = launch { session.follow() }
    asked.await()
    following.cancelAndJoin()
    check(session.snapshot?.version == 0L)
    server.stop(0)
    println("stops in the background: ok")
}

/** What this app can't read ends the session, and not the app. */
suspend fun unreadable() {
    val server = serve { _, _ -> "{\"id\": \"a\", \"version\": 0, \"state\": {}}" }
    val session = Session(Service(server.url), "counters", read = ::counters) {}
    session.follow()
    check(session.ended == "This app is too old for the service.")
    server.stop(0)
    println("a state of another form: ok")
}

/** A control of a screen sends what Clients/wire-cases.json says. */
fun controls(cases: JSONArray) {
    check(cases.length() >= 20)
    for (index in 0 until cases.length()) {
        val case = cases.getJSONObject(index)
        val level = Level(case.getJSONObject("level").put("id", "root"))
        val fields = case.optJSONObject("fields")?.let { json ->
            json.keys().asSequence().associate { it to json.get(it) }
        }
        val action = level.action(
            Node(case.getJSONObject("node")), case.optString("member", "send"), case.opt("value"), fields
        )
        check(sorted(action!!) == sorted(case.get("action"))) { "$case: $action" }
    }
    println("the controls of the table: ok")
}

/** Returns JSON as text that is the same in whatever order objects have their members. */
fun sorted(json: Any): String = when (json) {
    is JSONObject -> json.keys().asSequence().sorted().joinToString { it + ":" + sorted(json.get(it)) }
    is JSONArray -> (0 until json.length()).joinToString(prefix = "[", postfix = "]") { sorted(json.get(it)) }
    else -> text(json)
}

/** No action overtakes a text that the service refuses; what cancels does, and a sheet closed twice gives it up. */
suspend fun CoroutineScope.refusal() {
    val field = """{"kind": "textField", "id": "title", "value": "a", "send": {"set": {"${'$'}value": "string"}}}"""
    val body = """[$field, {"kind": "button", "id": "save", "send": "save"}]"""
    val sheet = """{"id": "sheet@1", "style": "sheet", "below": "root", "body": $body, "close": {"send": "dismiss"}}"""
    val shown = { version: Int, levels: String ->
        """{"id": "a", "version": $version, "screen": {"levels": [{"id": "root", "style": "root"}$levels]}}"""
    }
    val sent = Collections.synchronizedList(mutableListOf<String>())
    val server = serve(status = { if ("set" in it) 422 else 200 }) { path, content ->
        if ("actions" in path) sent.add(content)
        when {
            "wait" in path -> null
            "set" in content -> """{"type": "/problems/invalid-value", "detail": "No."}"""
            "dismiss" in content -> shown(1, "")
            else -> shown(0, ", $sheet")
        }
    }
    val opened = CompletableDeferred<Unit>()
    val model = ScreenModel(this, Service(server.url), "todos") { if (it.levels.size == 2) opened.complete(Unit) }
    val following = launch { model.session.follow() }
    opened.await()
    val level = model.levels[1]
    val (title, save) = level.body
    // At once, as an app's main thread does it.
    val typing = launch(start = CoroutineStart.UNDISPATCHED) { model.type("b", title, level) }
    model.press(save, level)
    typing.join()
    check(model.held == Field("sheet@1", "title") && model.text(title, level) == "b")
    check(model.refusal(title, level) == "No.")
    check(sent == listOf("""{"set":"b"}"""))
    model.close(level)
    check(model.levels.size == 1 && model.held == null)
    check(sent.last() == text("dismiss"))
    following.cancelAndJoin()
    server.stop(0)
    println("a refused text: ok")
}

/** An item is added to the demo's inventory by the screens alone. */
suspend fun CoroutineScope.addItem(url: String) {
    val changes = Channel<Unit>(Channel.CONFLATED)
    val model = ScreenModel(this, Service(url), "inventory") { changes.offer(Unit) }
    val following = launch { model.session.follow() }
    while (model.levels.isEmpty()) changes.receive()
    val root = model.levels[0]
    model.press(root.toolbar[0], root)
    val form = model.levels.last()
    val name = form.body[0].children.first { it.kind == "textField" }
    launch(start = CoroutineStart.UNDISPATCHED) { model.type("Lantern", name, form) }
    model.enter(name, form)
    check(model.levels.size == 1 && "Lantern" in model.levels[0].json.toString())
    following.cancelAndJoin()
    println("an item by the screens alone: ok")
}

const val snapshot = "{\"id\": \"a\", \"version\": 0, \"state\": {\"path\": []}}"

val HttpServer.url: String get() = "http://127.0.0.1:${address.port}"

/** A server whose responses are those of a function of path and content, or never come. */
fun serve(status: (String) -> Int = { 200 }, respond: (String, String) -> String?): HttpServer {
    val server = HttpServer.create(InetSocketAddress("127.0.0.1", 0), 0)
    server.createContext("/") { exchange ->
        val content = String(exchange.requestBody.readBytes())
        val text = respond(exchange.requestURI.toString(), content)
        if (text != null) {
            exchange.sendResponseHeaders(status(content), text.length.toLong())
            exchange.responseBody.use { it.write(text.toByteArray()) }
        }
    }
    server.start()
    return server
}
