package dev.hyperterse.scripts.host;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.scripts.author.ScriptOwner.Kind;
import dev.hyperterse.scripts.exchange.ScriptCall;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The facts of a call that a script may read. */
record RunFacts(ScriptProgram program, ScriptCall call) {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String NOBODY = "{\"scopes\":[],\"claims\":{}}";

    /**
     * The data of a run in addition to its inputs and the environment, as JSON. Written as text and without data that
     * few scripts use, because building a tree would be a large part of the cost of a run.
     *
     * @param timeoutMillis of the run
     */
    String all(long timeoutMillis) {
        var now = System.currentTimeMillis();
        var remaining = TimeUnit.NANOSECONDS.toMillis(call.context().scope().remainingNanos());
        var facts = new StringBuilder(program.facts());
        call.uri().ifPresent(uri -> facts.append(",\"uri\":").append(JSON.writeValueAsString(uri)));
        facts.append("},\"now\":")
                .append(call.context()
                        .client()
                        .rounds()
                        .map(it -> it.began().toEpochMilli())
                        .orElse(now))
                .append(",\"deadline\":")
                .append(now + Math.min(timeoutMillis, remaining))
                .append(",\"session\":")
                .append(call.context().client().memory().isPresent())
                .append(",\"principal\":")
                .append(isProgram() ? NOBODY : principal(call.context().principal()));
        headers().filter(_ -> !isProgram()).ifPresent(headers -> facts.append(",\"headers\":")
                .append(headers));
        return facts.append('}').toString();
    }

    /** A client knows who it is, but not what plugins of the server have said of it. */
    private boolean isProgram() {
        return program.owner().kind() == Kind.PROGRAM;
    }

    /** Name, version and capabilities of the client, as it sent them. */
    String client() {
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

    private Optional<ObjectNode> headers() {
        var headers = call.context().headers();
        if (headers.forScripts().isEmpty()) {
            return Optional.empty();
        }
        var sent = JSON.createObjectNode();
        headers.forScripts().forEach(name -> {
            var values = headers.all(name);
            if (!values.isEmpty()) {
                sent.put(name, String.join(", ", values));
            }
        });
        return Optional.of(sent);
    }

    private static String principal(Principal principal) {
        if (principal.at(Optional.empty()).equals(Principal.ANONYMOUS)) {
            return NOBODY;
        }
        var node = JSON.createObjectNode();
        principal.plugin().ifPresent(plugin -> node.put("plugin", plugin));
        principal.subject().ifPresent(subject -> node.put("subject", subject));
        var scopes = node.putArray("scopes");
        principal.scopes().stream().sorted().forEach(scopes::add);
        var claims = node.putObject("claims");
        principal.claims().forEach(claims::set);
        return node.toString();
    }
}
