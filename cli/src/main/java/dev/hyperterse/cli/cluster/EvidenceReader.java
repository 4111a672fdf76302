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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Reads what {@code report} tells of a cluster. What the user may not read is named in a page of its own: a report with a gap
 * is better than none.
 */
final class EvidenceReader {
    private static final String OURS = "/apis/hyperterse.dev/v1alpha1";
    private static final String CORE = "/api/v1";
    private static final List<String> KINDS = List.of("hyperterseservers", "tools", "prompts", "resources");
    private static final String OPERATOR_PODS = "app.kubernetes.io%2Fname%3Dhyperterse-operator";
    private static final String SERVER_PODS = ClusterState.SERVER_LABEL.replace("/", "%2F");
    private static final int MOST_EVENTS = 500;
    private static final int MOST_LINES = 2_000;

    private final KubernetesClient client;
    private final List<Page> pages = new ArrayList<>();
    private final List<String> unread = new ArrayList<>();

    EvidenceReader(KubernetesClient client) {
        this.client = client;
    }

    /** @param namespace empty for all */
    List<Page> read(Optional<String> namespace, String operatorNamespace) {
        ask("/version").ifPresent(version -> pages.add(new Page("kubernetes.json", version)));
        for (var kind : KINDS) {
            var objects = items(OURS + in(namespace) + "/" + kind);
            addList(kind, objects.map(PublicObject::of).toList());
        }
        var pods = Stream.concat(
                        items(CORE + in(Optional.of(operatorNamespace)) + "/pods?labelSelector=" + OPERATOR_PODS),
                        items(CORE + in(namespace) + "/pods?labelSelector=" + SERVER_PODS))
                .toList();
        addList("pods", pods.stream().map(EvidenceReader::state).toList());
        addList("events", events(namespace, pods));
        pods.forEach(this::addLogs);
        if (!unread.isEmpty()) {
            pages.add(new Page("not-read.txt", String.join("\n", unread) + "\n"));
        }
        return pages;
    }

    private static String in(Optional<String> namespace) {
        return namespace.map("/namespaces/"::concat).orElse("");
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

    private List<JsonNode> events(Optional<String> namespace, List<JsonNode> pods) {
        var names =
                pods.stream().map(pod -> pod.at("/metadata/name").asString("")).toList();
        Predicate<JsonNode> ours =
                event -> event.at("/involvedObject/apiVersion").asString("").startsWith("hyperterse.dev/")
                        || names.contains(event.at("/involvedObject/name").asString(""));
        var all = items(CORE + in(namespace) + "/events")
                .filter(ours)
                .map(PublicObject::of)
                .toList();
        return all.subList(Math.max(0, all.size() - MOST_EVENTS), all.size());
    }

    private void addLogs(JsonNode pod) {
        var namespace = pod.at("/metadata/namespace").asString("");
        var name = pod.at("/metadata/name").asString("");
        for (var container : pod.at("/status/containerStatuses")) {
            var of = container.path("name").asString("");
            var path = "%s/namespaces/%s/pods/%s/log?container=%s&tailLines=%d"
                    .formatted(CORE, namespace, name, of, MOST_LINES);
            var file = "logs/%s.%s.%s".formatted(namespace, name, of);
            ask(path).ifPresent(log -> pages.add(new Page(file + ".log", PublicLog.of(log))));
            if (container.path("restartCount").asInt(0) > 0) {
                ask(path + "&previous=true")
                        .ifPresent(log -> pages.add(new Page(file + ".previous.log", PublicLog.of(log))));
            }
        }
    }

    private Stream<JsonNode> items(String path) {
        return ask(path).stream()
                .map(ExactJson.mapper()::readTree)
                .flatMap(list -> StreamSupport.stream(list.path("items").spliterator(), false));
    }

    /** Empty, and named in the report, where there is no such thing or it may not be read. */
    private Optional<String> ask(String path) {
        try {
            var answer = Optional.ofNullable(client.raw(path));
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
