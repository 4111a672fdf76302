package dev.hyperterse.playground.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the API server recorded of one request about objects.
 *
 * @param namespace empty for the whole cluster
 * @param status of the answer; of a watch, of its beginning
 */
record AuditedRequest(String user, Right right, String namespace, int status) {
    private static final int CREATED = 201;
    private static final int FORBIDDEN = 403;

    /** Requests that name no kind, such as those for what the API server has, need no right of a role. */
    static List<AuditedRequest> in(Path log) {
        try {
            var text = Files.readString(log);
            // The API server may be writing the last line.
            return text.substring(0, text.lastIndexOf('\n') + 1)
                    .lines()
                    .map(line -> of(JsonMapper.shared().readTree(line)))
                    .flatMap(Optional::stream)
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read " + log, unreadable);
        }
    }

    private static Optional<AuditedRequest> of(JsonNode event) {
        var object = event.path("objectRef");
        return object.isObject()
                ? Optional.of(new AuditedRequest(
                        event.path("user").path("username").asString(),
                        Right.of(
                                event.path("verb").asString(),
                                object.path("apiGroup").asString(""),
                                object.path("resource").asString(),
                                object.path("subresource").asString("")),
                        object.path("namespace").asString(""),
                        event.path("responseStatus").path("code").asInt()))
                : Optional.empty();
    }

    boolean refused() {
        return status == FORBIDDEN;
    }

    /** An apply of what does not exist needs the right to create it as well. */
    Stream<Right> rights() {
        return right.verb().equals("patch") && status == CREATED
                ? Stream.of(right, new Right("create", right.resource()))
                : Stream.of(right);
    }
}
