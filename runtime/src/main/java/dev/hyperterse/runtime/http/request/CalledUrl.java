package dev.hyperterse.runtime.http.request;

import dev.hyperterse.calls.PathSegments;
import dev.hyperterse.catalog.server.ServerSettings;
import java.util.List;
import java.util.Optional;

/**
 * What a path of the endpoint calls. The segments that the server declares come first and are as many as it declares, so a
 * toolset behind them cannot be taken for one of them.
 */
public sealed interface CalledUrl {
    String PATH = "/mcp";

    /** @param toolset one of the server, if the path names one */
    record Endpoint(PathSegments segments, Optional<String> toolset) implements CalledUrl {
        /** The text behind the path of the endpoint. */
        public String behind() {
            return segments.text() + toolset.map(name -> "/" + name).orElse("");
        }
    }

    /** The server has toolsets, and none of that name. */
    record UnknownToolset(String name) implements CalledUrl {}

    record Elsewhere() implements CalledUrl {}

    /** @param path as it was sent */
    static CalledUrl of(String path, ServerSettings settings) {
        return path.startsWith(PATH) ? behind(path.substring(PATH.length()), settings) : new Elsewhere();
    }

    /** @param rest behind the path of the endpoint */
    static CalledUrl behind(String rest, ServerSettings settings) {
        var names = settings.http().segments();
        var server = RequestPath.behind(rest, names);
        if (server.isPresent()) {
            return new Endpoint(server.get(), Optional.empty());
        }
        var slash = rest.lastIndexOf('/');
        if (settings.toolsets().isEmpty() || slash < 0) {
            return new Elsewhere();
        }
        var name = rest.substring(slash + 1);
        var segments = RequestPath.behind(rest.substring(0, slash), names);
        if (segments.isEmpty() || RequestPath.behind("/" + name, List.of(name)).isEmpty()) {
            return new Elsewhere();
        }
        return settings.toolset(name).isPresent()
                ? new Endpoint(segments.get(), Optional.of(name))
                : new UnknownToolset(name);
    }
}
