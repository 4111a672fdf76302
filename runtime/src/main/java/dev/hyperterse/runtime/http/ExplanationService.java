package dev.hyperterse.runtime.http;

import dev.hyperterse.runtime.live.LiveCatalog;
import dev.hyperterse.search.ExplanationJson;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import tools.jackson.databind.json.JsonMapper;

/** Explains the ranking of tools; only for developers on the machine that serves them. */
final class ExplanationService implements Handler {
    private final Admission admission;

    ExplanationService(Admission admission) {
        this.admission = admission;
    }

    @Override
    public void handle(ServerRequest request, ServerResponse response) {
        admission
                .admit(request, response)
                .ifPresent(admitted ->
                        explain(admitted.live(), request.query().first("query").orElse(""), response));
    }

    private static void explain(LiveCatalog live, String query, ServerResponse response) {
        response.header(Headers.JSON)
                .send(JsonMapper.shared().writeValueAsBytes(ExplanationJson.of(live.explain(query))));
    }
}
