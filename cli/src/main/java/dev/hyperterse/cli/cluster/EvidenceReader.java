package dev.hyperterse.cli.cluster;

import dev.hyperterse.cli.client.ExactJson;
import dev.hyperterse.cli.print.Yaml;
import dev.hyperterse.cli.report.Page;
import dev.hyperterse.cli.report.PublicLog;
import dev.hyperterse.cli.report.PublicObject;
import dev.hyperterse.cli.status.ClusterState;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Reads what {@code report} tells of a cluster. What the user may not read is named in a page of its own: a report with a gap
 * is better than none.
 */
final class EvidenceReader {
    private static final String OURS = "/apis/hyperterse.dev/v1alpha1";
    private static final String CORE = "/api/v1";
    private static final List<String> KINDS = List.of("tools", "prompts", "resources");
    private static final Set<String> MADE_KINDS = Set.of("Deployment", "ReplicaSet", "Pod");
    /** Others in our pods write logs of which nothing is known here. */
    private static final Set<String> OUR_CONTAINERS = Set.of("runtime", "operator");

    private static final String OPERATOR_PODS = "app.kubernetes.io%2Fname%3Dhyperterse-operator";
    private static final String SERVER_PODS = ClusterState.SERVER_LABEL.replace("/", "%2F");
    private static final int MOST_EVENTS = 500;
    private static final int MOST_LINES = 2_000;
    private static final int MOST_BYTES = 2 << 20;
    private static final int AT_ONCE = 500;

    private final KubernetesClient client;
    private final List<Page> pages = new ArrayList<>();
    private final List<String> unread = new ArrayList<>();
    private boolean reached;

    EvidenceReader(KubernetesClient client) {
        this.client = client;
    }

    /** @param namespace empty for all */
    List<Page> read(Optional<String> namespace, String operatorNamespace) {
        ask("/version").ifPresent(version -> pages.add(new Page("kubernetes.json", version)));
        var servers = addObjects(namespace, "hyperterseservers");
        KINDS.forEach(kind -> addObjects(namespace, kind));
        // A pod that has both labels is one pod.
        var pods = Stream.concat(
                        items(CORE + in(Optional.of(operatorNamespace)) + "/pods?labelSelector=" + OPERATOR_PODS),
                        items(CORE + in(namespace) + "/pods?labelSelector=" + SERVER_PODS))
                .distinct()
                .toList();
        addList("pods", pods.stream().map(EvidenceReader::state).toList());
        addList(
                "events",
                events(namespace.map(it -> Set.of(it, operatorNamespace)).orElse(Set.of("")), servers));
        pods.forEach(this::addLogs);
        if (!unread.isEmpty()) {
            pages.add(new Page("not-read.txt", String.join("\n", unread) + "\n"));
        }
        return pages;
    }

    private static String in(Optional<String> namespace) {
        return namespace.map("/namespaces/"::concat).orElse("");
    }

    private List<JsonNode> addObjects(Optional<String> namespace, String kind) {
        var objects =
                items(OURS + in(namespace) + "/" + kind).map(PublicObject::of).toList();
        addList(kind, objects);
        return objects;
    }

    private void addList(String name, List<JsonNode> objects) {
        pages.add(new Page(
                name + ".yaml", Yaml.of(JsonNodeFactory.instance.arrayNode().addAll(objects))));
    }

    /** Without the environment of its containers, where other programs beside ours may have passwords. */
    private static JsonNode state(JsonNode pod) {
        var state = JsonNodeFactory.instance.objectNode();
        state.set("metadata", PublicObject.of(pod.path("metadata")));
        var containers = state.putArray("containers");
        for (var container : pod.at("/spec/containers")) {
            containers
                    .addObject()
                    .put("name", container.path("name").asString(""))
                    .put("image", container.path("image").asString(""))
                    .set("resources", container.path("resources"));
        }
        state.set("status", PublicObject.of(pod.path("status")));
        return state;
    }

    /** The newest of our objects, and of what Kubernetes makes of them. */
    private List<JsonNode> events(Set<String> namespaces, List<JsonNode> servers) {
        var owners = servers.stream()
                .map(server -> Pattern.quote(server.at("/metadata/name").asString("")))
                .collect(Collectors.joining("|", "(?:hyperterse-operator|", ")"));
        var made = Pattern.compile(owners + "(?:-[a-z0-9]+){0,2}");
        var all = namespaces.stream()
                .flatMap(namespace -> items(CORE + in(Optional.of(namespace).filter(it -> !it.isEmpty())) + "/events"))
                .filter(event -> event.at("/involvedObject/apiVersion")
                                .asString("")
                                .startsWith("hyperterse.dev/")
                        || MADE_KINDS.contains(event.at("/involvedObject/kind").asString(""))
                                && made.matcher(event.at("/involvedObject/name").asString(""))
                                        .matches())
                .sorted(Comparator.comparing(EvidenceReader::time))
                .map(PublicObject::of)
                .toList();
        return all.subList(Math.max(0, all.size() - MOST_EVENTS), all.size());
    }

    private static String time(JsonNode event) {
        return Stream.of("/lastTimestamp", "/eventTime", "/metadata/creationTimestamp")
                .map(place -> event.at(place).asString(""))
                .filter(time -> !time.isEmpty())
                .findFirst()
                .orElse("");
    }

    private void addLogs(JsonNode pod) {
        var namespace = pod.at("/metadata/namespace").asString("");
        var name = pod.at("/metadata/name").asString("");
        for (var container : pod.at("/status/containerStatuses")) {
            var of = container.path("name").asString("");
            if (!OUR_CONTAINERS.contains(of)) {
                continue;
            }
            var path = "%s/namespaces/%s/pods/%s/log?container=%s&tailLines=%d&limitBytes=%d"
                    .formatted(CORE, namespace, name, of, MOST_LINES, MOST_BYTES);
            var file = "logs/%s.%s.%s".formatted(namespace, name, of);
            ask(path).ifPresent(log -> pages.add(new Page(file + ".log", PublicLog.of(log))));
            if (container.path("restartCount").asInt(0) > 0) {
                ask(path + "&previous=true")
                        .ifPresent(log -> pages.add(new Page(file + ".previous.log", PublicLog.of(log))));
            }
        }
    }

    private Stream<JsonNode> items(String path) {
        var from = path + (path.contains("?") ? "&" : "?") + "limit=" + AT_ONCE;
        var found = new ArrayList<JsonNode>();
        for (var next = Optional.of(from); next.isPresent(); ) {
            var list = ask(next.get()).map(ExactJson.mapper()::readTree);
            list.ifPresent(it -> it.path("items").forEach(found::add));
            next = list.map(it -> it.at("/metadata/continue").asString(""))
                    .filter(token -> !token.isEmpty())
                    .map(token -> from + "&continue=" + URLEncoder.encode(token, StandardCharsets.UTF_8));
        }
        return found.stream();
    }

    /** Empty, and named in the report, where there is no such thing or it may not be read. */
    private Optional<String> ask(String path) {
        try {
            var answer = Optional.ofNullable(client.raw(path));
            reached = true;
            if (answer.isEmpty()) {
                unread.add(path + ": not there");
            }
            return answer;
        } catch (KubernetesClientException failed) {
            if (failed.getCode() == 0) {
                throw failed;
            }
            unread.add(path + ": "
                    + (failed.getCode() == HttpURLConnection.HTTP_FORBIDDEN
                            ? "you may not read it"
                            : "the API server answers " + failed.getCode()));
            return Optional.empty();
        }
    }
}
