// Lets the client of docs/compose-client.md be judged: see run.py.
import com.sun.net.httpserver.HttpServer
import java.net.InetSocketAddress
import java.net.HttpURLConnection
import java.net.URL
import kotlin.system.exitProcess
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import org.json.JSONArray
import org.json.JSONObject

fun main(arguments: Array<String>) {
    runBlocking {
        stopsInBackground()
        unreadable()
        val server = arguments[0]
        val scenarios = JSONObject(URL(server).readText()).getJSONArray("scenarios")
        for (index in 0 until scenarios.length()) {
            val name = scenarios.getJSONObject(index).getString("name")
            launch { play(server, name) }
        }
    }
    // The threads of the client wait for more.
    exitProcess(0)
}

suspend fun CoroutineScope.play(server: String, name: String) {
    val service = Service(server)
    val reports = JSONArray()
    var last = 0
    val session = Session(service, name, read = { it }) { session ->
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
            // The client has no conditional actions.
            if (command.has("ifCountBelow")) reports.put(JSONObject().put("cannot", number))
            else launch { session.send(JSONObject.quote(command.getString("send"))) }
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
    return JSONObject(connection.inputStream.bufferedReader().readText()).getString("outcome")
}

/** The request that waits is broken off with the coroutine: else this does not end. */
suspend fun CoroutineScope.stopsInBackground() {
    val asked = CompletableDeferred<Unit>()
    val server = serve { path -> if ("wait" in path) null.also { asked.complete(Unit) } else snapshot }
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
    val server = serve { "{\"id\": \"a\", \"version\": 0, \"state\": {}}" }
    val session = Session(Service(server.url), "counters", read = ::counters) {}
    session.follow()
    check(session.ended == "This app is too old for the service.")
    server.stop(0)
    println("a state of another form: ok")
}

const val snapshot = "{\"id\": \"a\", \"version\": 0, \"state\": {\"path\": []}}"

val HttpServer.url: String get() = "http://127.0.0.1:${address.port}"

/** A server whose responses are those of a function, or never come. */
fun serve(respond: (String) -> String?): HttpServer {
    val server = HttpServer.create(InetSocketAddress("127.0.0.1", 0), 0)
    server.createContext("/") { exchange ->
        exchange.requestBody.readBytes()
        val text = respond(exchange.requestURI.toString())
        if (text != null) {
            exchange.sendResponseHeaders(200, text.length.toLong())
            exchange.responseBody.use { it.write(text.toByteArray()) }
        }
    }
    server.start()
    return server
}
