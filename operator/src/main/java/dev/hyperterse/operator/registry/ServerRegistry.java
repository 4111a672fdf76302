package dev.hyperterse.operator.registry;

import dev.hyperterse.catalog.request.UrlEncoding;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.registry.RegistryQuery.Malformed;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The API of MCP registries, v0.1, as far as it reads: over all listed servers, and below {@code /namespaces/NAME} over
 * those of one namespace, for clients and proxies that may see no others.
 */
public final class ServerRegistry {
    private static final Pattern PATH = Pattern.compile(
            "(?:/namespaces/(?<namespace>[^/]+))?/v0\\.1/servers(?:/(?<name>.+)/versions(?:/(?<version>[^/]+))?)?");

    private final RegistrySettings settings;
    private final Supplier<Optional<List<HyperterseServer>>> servers;

    /** @param servers that the operator follows; empty until it has read them */
    public ServerRegistry(RegistrySettings settings, Supplier<Optional<List<HyperterseServer>>> servers) {
        this.settings = settings;
        this.servers = servers;
    }

    /** @param status of HTTP */
    public record Answer(int status, ObjectNode body) {
        static Answer failed(int status, String message) {
            return new Answer(status, JsonMapper.shared().createObjectNode().put("error", message));
        }
    }

    /**
     * Answers a GET.
     *
     * @param path encoded, as the client sent it
     * @param parameters of the query, decoded, by name
     */
    public Answer answer(String path, Function<String, Optional<String>> parameters) {
        var asked = PATH.matcher(path);
        if (!asked.matches()) {
            return Answer.failed(404, "the registry answers GET /v0.1/servers, and what is below it");
        }
        var namespace = Optional.ofNullable(asked.group("namespace"));
        var name = Optional.ofNullable(asked.group("name")).map(ServerRegistry::decoded);
        var version = Optional.ofNullable(asked.group("version")).map(ServerRegistry::decoded);
        return servers.get()
                .map(all -> {
                    var listed = listed(all, namespace);
                    return name.map(it -> named(listed, it, version)).orElseGet(() -> page(listed, parameters));
                })
                .orElseGet(() -> Answer.failed(503, "the cluster has not been read yet; ask again"));
    }

    private Stream<ListedServer> listed(List<HyperterseServer> all, Optional<String> namespace) {
        return all.stream()
                .filter(server ->
                        namespace.stream().allMatch(server.getMetadata().getNamespace()::equals))
                .filter(server -> settings.selects(server.getMetadata().getLabels()))
                .flatMap(server -> ListedServer.of(settings.publisher(), server).stream());
    }

    private static Answer page(Stream<ListedServer> listed, Function<String, Optional<String>> parameters) {
        try {
            var query = RegistryQuery.of(parameters);
            // One more than fits tells whether there is another page.
            var found = listed.filter(query.selected())
                    .filter(server -> query.after().stream()
                            .allMatch(last -> server.name().compareTo(last) > 0))
                    .sorted(Comparator.comparing(ListedServer::name))
                    .limit(query.limit() + 1L)
                    .toList();
            var shown = found.subList(0, Math.min(found.size(), query.limit()));
            var body = body(shown);
            if (shown.size() < found.size()) {
                body.withObject("metadata").put("nextCursor", shown.getLast().name());
            }
            return new Answer(200, body);
        } catch (Malformed malformed) {
            return Answer.failed(400, malformed.getMessage());
        }
    }

    private static Answer named(Stream<ListedServer> listed, String name, Optional<String> version) {
        var found = listed.filter(server -> server.name().equals(name)).findFirst();
        if (found.isEmpty()) {
            return Answer.failed(404, "no server of this name is listed");
        }
        var server = found.get();
        if (version.isEmpty()) {
            return new Answer(200, body(List.of(server)));
        }
        return version.filter(it -> it.equals(RegistryQuery.LATEST) || it.equals(server.version()))
                .map(_ -> new Answer(200, server.json()))
                .orElseGet(() -> Answer.failed(
                        404, "the server has no such version; it has one, %s".formatted(server.version())));
    }

    private static ObjectNode body(List<ListedServer> servers) {
        var body = JsonMapper.shared().createObjectNode();
        var array = body.putArray("servers");
        servers.forEach(server -> array.add(server.json()));
        body.putObject("metadata").put("count", servers.size());
        return body;
    }

    /** As it is sent where it cannot be decoded: nothing has such a name. */
    private static String decoded(String text) {
        try {
            return UrlEncoding.decoded(text);
        } catch (IllegalArgumentException malformed) {
            return text;
        }
    }
}
