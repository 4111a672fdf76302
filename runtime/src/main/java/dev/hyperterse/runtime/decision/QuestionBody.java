package dev.hyperterse.runtime.decision;

import dev.hyperterse.catalog.server.ServerIdentity;
import dev.hyperterse.runtime.access.DecisionPoint.Question;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;

/** A question as JSON. */
final class QuestionBody {
    private static final int VERSION = 1;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private QuestionBody() {}

    /** @param id unique for each request */
    static byte[] of(Question question, ServerIdentity server, String id) {
        var body = JSON.createObjectNode().put("version", VERSION).put("id", id);
        body.putObject("server").put("namespace", server.namespace()).put("name", server.name());
        body.putObject("definition")
                .put("kind", question.kind().name())
                .put("namespace", question.namespace())
                .put("name", question.name());
        var caller = question.principal();
        var principal = body.putObject("principal");
        caller.plugin().ifPresent(plugin -> principal.put("plugin", plugin));
        caller.subject().ifPresent(subject -> principal.put("subject", subject));
        principal.set(
                "scopes", JSON.valueToTree(caller.scopes().stream().sorted().toList()));
        principal.set(
                "groups", JSON.valueToTree(caller.groups().stream().sorted().toList()));
        principal.set("claims", JSON.valueToTree(new TreeMap<>(caller.claims())));
        body.set("inputs", JSON.valueToTree(new TreeMap<String, Object>(Map.copyOf(question.inputs()))));
        return JSON.writeValueAsBytes(body);
    }
}
