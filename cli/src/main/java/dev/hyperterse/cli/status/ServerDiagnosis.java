package dev.hyperterse.cli.status;

import dev.hyperterse.cli.status.StatusReport.ServerLine;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus;
import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus.AdapterState;
import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus.Attached;
import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus.Rejected;
import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus.Revision;
import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus.Sample;
import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus.State;
import dev.hyperterse.crds.v1alpha1.shared.ConditionTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** One server. */
record ServerDiagnosis(HyperterseServer server, ClusterState cluster, Lookup lookup) {
    private static final String ADAPTER = "check its address, DNS, egress policies, password and certificate";

    /** @param shown names of the definitions that have lines of their own */
    ServerLine line(Set<String> shown) {
        var metadata = server.getMetadata();
        var conditions = status().map(HyperterseServerStatus::conditions).orElse(List.of());
        var attached = status().flatMap(HyperterseServerStatus::attached);
        return new ServerLine(
                metadata.getNamespace(),
                metadata.getName(),
                ConditionFindings.isTrue(conditions, ConditionTypes.READY),
                attached.map(Attached::tools).orElse(0),
                attached.map(Attached::prompts).orElse(0),
                attached.map(Attached::resources).orElse(0),
                status().flatMap(HyperterseServerStatus::rejected)
                        .map(Rejected::count)
                        .orElse(0),
                status().flatMap(HyperterseServerStatus::readyReplicas).orElse(0) + "/"
                        + status().flatMap(HyperterseServerStatus::replicas).orElse(0),
                status().flatMap(HyperterseServerStatus::revision)
                        .map(Revision::sequence)
                        .orElse(0L),
                status().flatMap(HyperterseServerStatus::convergedReplicas).orElse(0),
                status().flatMap(HyperterseServerStatus::publicUrl)
                        .or(() -> status().flatMap(HyperterseServerStatus::url))
                        .orElse(""),
                status().map(HyperterseServerStatus::platformFragments).orElse(List.of()),
                ConditionFindings.inWords(conditions),
                findings(shown));
    }

    private Optional<HyperterseServerStatus> status() {
        return Optional.ofNullable(server.getStatus());
    }

    private List<Finding> findings(Set<String> shown) {
        var metadata = server.getMetadata();
        var findings = new ArrayList<Finding>();
        Observation.of(metadata, status().flatMap(HyperterseServerStatus::observedGeneration), cluster.operator())
                .ifPresent(findings::add);
        var conditions = status().map(HyperterseServerStatus::conditions).orElse(List.of());
        // While pods start, that they do not answer yet says nothing more.
        var starting = !ConditionFindings.isTrue(conditions, ConditionTypes.READY);
        findings.addAll(ConditionFindings.of(conditions.stream()
                .filter(it -> !(starting && it.type().equals(ConditionTypes.CONVERGED)))
                .toList()));
        cluster.pods()
                .map(pods -> PodFindings.of(metadata.getNamespace(), metadata.getName(), pods))
                .ifPresent(findings::addAll);
        ReferenceFindings.addTo(findings, server, false, lookup);
        status().map(HyperterseServerStatus::adapters).orElse(List.of()).stream()
                .flatMap(it -> adapter(it).stream())
                .forEach(findings::add);
        empty(findings);
        status().flatMap(HyperterseServerStatus::rejected).map(Rejected::samples).orElse(List.of()).stream()
                .filter(it -> !shown.contains(it.kind() + " " + it.namespace() + "/" + it.name()))
                .map(ServerDiagnosis::refused)
                .forEach(findings::add);
        return findings;
    }

    private static Optional<Finding> adapter(AdapterState adapter) {
        var message = adapter.message().map(": "::concat).orElse("");
        var cause = "adapter %s is %s%s".formatted(adapter.name(), adapter.state(), message);
        var connected = adapter.state() == State.Connected || adapter.state() == State.Unknown;
        return connected && adapter.message().isEmpty()
                ? Optional.empty()
                : Optional.of(new Finding(
                        adapter.state() == State.Unavailable || adapter.state() == State.Degraded, cause, ADAPTER));
    }

    private void empty(List<Finding> findings) {
        status().flatMap(HyperterseServerStatus::attached)
                .filter(it -> it.tools() + it.prompts() + it.resources() == 0)
                .filter(_ -> status().flatMap(HyperterseServerStatus::rejected)
                        .filter(it -> it.count() > 0)
                        .isEmpty())
                .ifPresent(_ -> findings.add(Finding.note(
                        "it serves no tool, prompt or resource",
                        "a definition names it in spec.serverRefs: [{name: %s}]"
                                .formatted(server.getMetadata().getName()))));
    }

    private static Finding refused(Sample sample) {
        return Finding.blocking(
                "%s %s/%s%s is not served as written: %s"
                        .formatted(
                                sample.kind(),
                                sample.namespace(),
                                sample.name(),
                                sample.item().map(" item "::concat).orElse(""),
                                sample.reason()),
                "hyperterse status %s/%s -n %s"
                        .formatted(sample.kind().toLowerCase(Locale.ROOT), sample.name(), sample.namespace()));
    }
}
