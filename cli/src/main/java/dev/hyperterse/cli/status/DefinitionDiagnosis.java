package dev.hyperterse.cli.status;

import dev.hyperterse.cli.status.StatusReport.DefinitionLine;
import dev.hyperterse.cli.status.StatusReport.OnServer;
import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus.Revision;
import dev.hyperterse.crds.v1alpha1.LeafServer;
import dev.hyperterse.crds.v1alpha1.LeafStatus;
import dev.hyperterse.crds.v1alpha1.shared.Condition;
import dev.hyperterse.crds.v1alpha1.shared.ConditionTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** One tool, prompt or resource. */
record DefinitionDiagnosis(Definition definition, ClusterState cluster, Lookup lookup) {
    DefinitionLine line() {
        var status = definition.status();
        var conditions = status.map(LeafStatus::conditions).orElse(List.of());
        var servers = status.map(LeafStatus::servers).orElse(List.of());
        return new DefinitionLine(
                definition.kind().kind(),
                definition.namespace(),
                definition.name(),
                ConditionFindings.isTrue(conditions, ConditionTypes.READY),
                status.flatMap(LeafStatus::serving)
                        .orElse("0/" + definition.servers().size()),
                servers.stream().map(this::on).toList(),
                ConditionFindings.inWords(conditions),
                findings(conditions, servers));
    }

    private List<Finding> findings(List<Condition> conditions, List<LeafServer> servers) {
        var findings = new ArrayList<Finding>();
        Observation.of(
                        definition.object().getMetadata(),
                        definition.status().flatMap(LeafStatus::observedGeneration),
                        cluster.operator())
                .ifPresent(findings::add);
        var ofServers = servers.stream().flatMap(this::ofServer).distinct().toList();
        findings.addAll(ofServers);
        // That of the whole repeats what those of its servers say.
        var repeated = ofServers.stream().anyMatch(Finding::blocks);
        ConditionFindings.of(conditions).stream()
                .filter(it -> !(it.blocks() && repeated))
                .forEach(findings::add);
        ReferenceFindings.addTo(findings, definition.object(), true, lookup);
        return findings;
    }

    private Stream<Finding> ofServer(LeafServer server) {
        var notFound = server.conditions().stream().anyMatch(it -> it.reason().equals("ServerNotFound"));
        var attachment = notFound
                ? AttachmentFindings.of(definition.namespace(), server.namespace(), server.name(), lookup)
                : Optional.<Finding>empty();
        return attachment
                .map(Stream::of)
                .orElseGet(() -> Stream.concat(
                        ConditionFindings.of(server.conditions()).stream(),
                        server.items().stream()
                                .flatMap(it -> it.samples().stream())
                                .map(it -> Finding.blocking(
                                        "item %s, %s%s"
                                                .formatted(
                                                        it.name(),
                                                        it.reason(),
                                                        it.message()
                                                                .map(": "::concat)
                                                                .orElse("")),
                                        ReasonCures.of(it.reason())))));
    }

    private OnServer on(LeafServer server) {
        return new OnServer(
                server.namespace(),
                server.name(),
                server.toolName().orElse(""),
                ConditionFindings.find(server.conditions(), ConditionTypes.SERVING)
                        .map(Condition::reason)
                        .orElse("not evaluated"),
                server.servedGeneration().orElse(0L),
                replicas(server).orElse(""));
    }

    private Optional<String> replicas(LeafServer server) {
        return cluster.servers().stream()
                .filter(it -> it.getMetadata().getNamespace().equals(server.namespace())
                        && it.getMetadata().getName().equals(server.name()))
                .flatMap(it -> Stream.ofNullable(it.getStatus()))
                .map(it -> "%d of %d replicas at revision %d"
                        .formatted(
                                it.convergedReplicas().orElse(0),
                                it.replicas().orElse(0),
                                it.revision().map(Revision::sequence).orElse(0L)))
                .findFirst();
    }
}
