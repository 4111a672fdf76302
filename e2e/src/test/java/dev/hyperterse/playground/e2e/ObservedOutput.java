package dev.hyperterse.playground.e2e;

import dev.hyperterse.playground.node.RunningPod;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Everything that can be read of a namespace, its replicas and the operator, by the place it was read from. */
record ObservedOutput(Map<ObservedPlace, String> texts) {
    private static final String AUDIT = "{\"audit\"";

    static ObservedOutput of(Gateway gateway, HttpClient client, ReceivedTelemetry received, List<String> answers) {
        var pods = gateway.playground().pods().stream()
                .filter(pod -> pod.namespace().equals(gateway.namespace())
                        || pod.namespace().equals(AdminFigures.OPERATOR_NAMESPACE))
                .toList();
        var texts = new EnumMap<ObservedPlace, String>(ObservedPlace.class);
        var lines = pods.stream()
                .flatMap(ObservedOutput::log)
                .collect(Collectors.partitioningBy(it -> it.startsWith(AUDIT)));
        texts.put(ObservedPlace.ANSWERS, String.join("\n", answers));
        texts.put(ObservedPlace.AUDIT, String.join("\n", lines.get(true)) + received.records());
        texts.put(ObservedPlace.LOGS, String.join("\n", lines.get(false)));
        texts.put(ObservedPlace.SPANS, received.traces());
        texts.put(
                ObservedPlace.METRICS,
                pods.stream().flatMap(pod -> adminPages(pod, client)).collect(Collectors.joining("\n"))
                        + received.metrics());
        texts.put(ObservedPlace.OBJECTS, objects(gateway));
        return new ObservedOutput(texts);
    }

    String text(ObservedPlace place) {
        return texts.get(place);
    }

    /** Which secrets are where they may not be. */
    List<String> leaks(List<PlantedSecret> secrets) {
        return secrets.stream()
                .flatMap(secret -> texts.entrySet().stream()
                        .filter(observed -> !secret.allowed().contains(observed.getKey()))
                        .filter(observed -> secret.isIn(observed.getValue()))
                        .map(observed -> secret.name() + " in " + observed.getKey() + ": "
                                + around(observed.getValue(), secret.text())))
                .toList();
    }

    private static String around(String text, String secret) {
        var at = Math.max(0, text.indexOf(secret));
        return text.substring(Math.max(0, at - 200), Math.min(text.length(), at + 200));
    }

    private static Stream<String> log(RunningPod pod) {
        return pod.logs().stream().flatMap(log -> {
            try {
                return Files.readAllLines(log).stream();
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        });
    }

    private static Stream<String> adminPages(RunningPod pod, HttpClient client) {
        return Optional.ofNullable(pod.ports().get("admin")).stream()
                .flatMap(port -> Stream.of("metrics", "readyz", "livez", "revision")
                        .map(page -> URI.create("http://%s:%d/%s".formatted(pod.address(), port, page))))
                .map(url -> {
                    try {
                        return client.send(HttpRequest.newBuilder(url).build(), BodyHandlers.ofString())
                                .body();
                    } catch (IOException unreadable) {
                        throw new UncheckedIOException(unreadable);
                    } catch (InterruptedException interrupted) {
                        throw new AssertionError(interrupted);
                    }
                });
    }

    /** All kinds of the namespace, with what kubectl usually leaves out; of Secrets only those that the operator has made. */
    private static String objects(Gateway gateway) {
        var kinds = gateway.kubectl("api-resources", "--namespaced", "--verbs=list", "--output=name")
                .lines()
                .filter(kind -> !kind.equals("secrets"))
                .collect(Collectors.joining(","));
        var listed = gateway.kubectl("get", kinds, "--output=json", "--show-managed-fields");
        var unpacked = new StringBuilder(listed);
        unpack(JsonMapper.shared().readTree(listed), unpacked);
        return unpacked.append(gateway.kubectl("get", "secret/shop-session-keys", "--output=json"))
                .append(gateway.kubectlAnywhere(
                        "--namespace=" + AdminFigures.OPERATOR_NAMESPACE, "get", "events,leases", "--output=json"))
                .toString();
    }

    /** Adds what compressed entries of ConfigMaps hold. */
    private static void unpack(JsonNode node, StringBuilder text) {
        if (node.isString()) {
            try {
                var bytes = Base64.getDecoder().decode(node.stringValue());
                text.append(new String(
                        new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes(), StandardCharsets.UTF_8));
            } catch (IllegalArgumentException | IOException plain) {
                return;
            }
        }
        node.forEach(member -> unpack(member, text));
    }
}
