package dev.hyperterse.runtime.http;

import dev.hyperterse.runtime.live.LiveCatalog;
import dev.hyperterse.runtime.live.LiveCatalogs;
import dev.hyperterse.runtime.mcp.Answer;
import dev.hyperterse.runtime.mcp.LegacyEra;
import dev.hyperterse.runtime.mcp.RpcError;
import dev.hyperterse.runtime.search.ExplanationJson;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** Why tools rank where they do; only for the developer who sits at the machine that serves them. */
final class ExplanationService implements Handler {
    private final LiveCatalogs catalogs;
    private final CrossOrigin crossOrigin;

    ExplanationService(LiveCatalogs catalogs, CrossOrigin crossOrigin) {
        this.catalogs = catalogs;
        this.crossOrigin = crossOrigin;
    }

    @Override
    public void handle(ServerRequest request, ServerResponse response) {
        var live = catalogs.current();
        var refused = live.isEmpty()
                ? Optional.of(LegacyEra.refusal(503, RpcError.CALL_FAILED, "the server is starting"))
                : crossOrigin.refuse(live.get().settings().http(), request, response);
        if (refused.isPresent()) {
            refuse(response, refused.get());
            return;
        }
        explain(live.get(), request.query().first("query").orElse(""), response);
    }

    private static void explain(LiveCatalog live, String query, ServerResponse response) {
        response.header(Headers.JSON)
                .send(JsonMapper.shared().writeValueAsBytes(ExplanationJson.of(live.explain(query))));
    }

    private static void refuse(ServerResponse response, Answer answer) {
        response.status(answer.status()).header(Headers.JSON).send(answer.bytes(), 0, answer.length());
    }
}
