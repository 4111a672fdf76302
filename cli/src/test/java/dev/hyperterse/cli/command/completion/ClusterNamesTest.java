package dev.hyperterse.cli.command.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.command.completion.NamedTools.NamedTool;
import dev.hyperterse.cli.status.FakeCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The names of a cluster that a caller can write. */
class ClusterNamesTest {
    private static final String TOOLS = """
            kind: Tool
            apiVersion: hyperterse.dev/v1alpha1
            metadata: {name: list-orders, namespace: shop}
            spec:
              serverRefs: [{name: shop}]
              inputs:
                - {name: status, type: string}
                - {name: caller, type: string, source: {claim: sub}}
            ---
            kind: Tool
            apiVersion: hyperterse.dev/v1alpha1
            metadata: {name: named, namespace: shop}
            spec: {serverRefs: [{name: shop, namespace: shop}]}
            ---
            kind: Tool
            apiVersion: hyperterse.dev/v1alpha1
            metadata: {name: elsewhere, namespace: shop}
            spec: {serverRefs: [{name: shop, namespace: sales}]}
            """;

    @Test
    void toolsOfAServerHaveTheInputsOfTheirCallers(@TempDir Path folder) throws IOException {
        try (var cluster = new FakeCluster(TOOLS, () -> {
            throw new IllegalStateException("nothing is forwarded");
        })) {
            var names = new ClusterNames(Optional.of(cluster.kubeconfig(folder)), Optional.empty(), Optional.empty());
            assertThat(names.tools("shop"))
                    .containsExactly(
                            new NamedTool("list-orders", Map.of("status", List.of())),
                            new NamedTool("named", Map.of()));
        }
    }
}
