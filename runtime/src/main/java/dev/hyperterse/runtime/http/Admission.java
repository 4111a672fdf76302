package dev.hyperterse.runtime.http;

import dev.hyperterse.runtime.live.LiveCatalog;
import dev.hyperterse.runtime.live.LiveCatalogs;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.Optional;

/** What every request has to pass, whatever it asks for: that there is something to ask, and who may. */
final class Admission {
    private final LiveCatalogs catalogs;
    private final CrossOrigin crossOrigin;

    Admission(LiveCatalogs catalogs, RequestOrigin origins) {
        this.catalogs = catalogs;
        this.crossOrigin = new CrossOrigin(origins);
    }

    /** The bytes that the body of a request may have now; none before there is a catalog. */
    long largestRequest() {
        return catalogs.current()
                .map(live -> live.settings().limits().maxRequestSize())
                .orElse(0L);
    }

    /** What the request is answered from; empty when it was refused, and has its answer. */
    Optional<LiveCatalog> admit(ServerRequest request, ServerResponse response) {
        var live = catalogs.current();
        if (live.isEmpty()) {
            Refusal.sendAndClose(request, response, TransportErrors.starting());
            return Optional.empty();
        }
        var refused = crossOrigin.refuse(live.get().settings().http(), request, response);
        if (refused.isPresent()) {
            Refusal.sendAndClose(request, response, refused.get());
            return Optional.empty();
        }
        return live;
    }
}
