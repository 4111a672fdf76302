package dev.hyperterse.operator.read.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.GrantSample;
import dev.hyperterse.compiler.Manifests;
import dev.hyperterse.crds.v1alpha1.HyperterseServerSpec;
import dev.hyperterse.crds.v1alpha1.Tool;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Which servers are compiled again when labels of a namespace change. */
class LabelGrantsTest {
    private static final String SELECTOR = "{from: Selector, selector: {matchLabels: {a: b}}}";

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            exposure: Search
            attachments: {namespaces: {from: All}}
            scripts: {namespaces: {from: Same}}
            """)
    void grantsWithoutSelectorsNeedNoLabels(String spec) {
        assertThat(LabelGrants.in(server(spec), List.of(callable("{from: All}"))))
                .isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void aGrantByLabelsNeedsThem(GrantSample sample) {
        var manifests = sample.granting(SELECTOR);
        assertThat(LabelGrants.in(manifests.inputs().server().getSpec(), manifests.tools()))
                .isTrue();
    }

    private static HyperterseServerSpec server(String spec) {
        return Manifests.read("""
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {name: shop, namespace: default}
                spec:
                  %s
                """.formatted(spec)).inputs().server().getSpec();
    }

    private static Tool callable(String from) {
        return Manifests.read("""
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: one, namespace: default}
                spec: {serverRefs: [{name: shop}], callableFrom: %s}
                """.formatted(from)).tools().getFirst();
    }
}
