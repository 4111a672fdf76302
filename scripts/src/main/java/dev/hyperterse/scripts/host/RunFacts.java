package dev.hyperterse.scripts.host;

import dev.hyperterse.scripts.exchange.ScriptCall;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The facts of a call that a script may read. Each is written when the script reads it, because few scripts read many.
 *
 * @param now when the run began, in milliseconds of Unix time
 * @param deadline in milliseconds of Unix time
 */
record RunFacts(ScriptProgram program, ScriptCall call, long now, long deadline) {
    private static final JsonMapper JSON = JsonMapper.shared();

    static RunFacts of(ScriptProgram program, ScriptCall call, long timeoutMillis) {
        var now = System.currentTimeMillis();
        var remaining = TimeUnit.NANOSECONDS.toMillis(call.context().scope().remainingNanos());
        return new RunFacts(program, call, now, now + Math.min(timeoutMillis, remaining));
    }

    String json(String name) {
        return switch (name) {
            case "environment" -> program.environment();
            case "principal" -> principal().toString();
            case "headers" -> headers().toString();
            case "client" -> client();
            case "session" -> String.valueOf(call.context().client().memory().isPresent());
            case "now" ->
                String.valueOf(call.context()
                        .client()
                        .rounds()
                        .map(it -> it.began().toEpochMilli())
                        .orElse(now));
            case "deadline" -> String.valueOf(deadline);
            default -> throw new IllegalArgumentException(name);
        };
    }

    /** Name, version and capabilities of the client, as it sent them. */
    private String client() {
        return call.context()
                .client()
                .about()
                .map(about -> {
                    var client =
                            JSON.createObjectNode().put("name", about.name()).put("version", about.version());
                    var capabilities = client.putArray("capabilities");
                    about.capabilities().stream().sorted().forEach(capabilities::add);
                    return client.toString();
                })
                .orElse("null");
    }

    private ObjectNode headers() {
        var headers = call.context().headers();
        var sent = JSON.createObjectNode();
        headers.forScripts().forEach(name -> {
            var values = headers.all(name);
            if (!values.isEmpty()) {
                sent.put(name, String.join(", ", values));
            }
        });
        return sent;
    }

    private ObjectNode principal() {
        var principal = call.context().principal();
        var node = JSON.createObjectNode();
        principal.plugin().ifPresent(plugin -> node.put("plugin", plugin));
        principal.subject().ifPresent(subject -> node.put("subject", subject));
        var scopes = node.putArray("scopes");
        principal.scopes().stream().sorted().forEach(scopes::add);
        var claims = node.putObject("claims");
        principal.claims().forEach(claims::set);
        return node;
    }
}
