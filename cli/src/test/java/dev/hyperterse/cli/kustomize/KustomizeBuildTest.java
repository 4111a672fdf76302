package dev.hyperterse.cli.kustomize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.document.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What cannot be built is said where it is written; {@link KustomizeMatrixIT} has what can. */
class KustomizeBuildTest {
    @TempDir
    private Path parent;

    private final KustomizeBuild build = new KustomizeBuild();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            resources: [https://example.com/a.yaml]        | 1:13 | https://example.com/a.yaml is on another machine
            resources: [github.com/some/one//base?ref=v1]  | 1:13 | is on another machine
            resources: [git@example.com:some/one.git]      | 1:13 | is on another machine
            resources: [missing.yaml]                      | 1:13 | missing.yaml does not exist
            resources: [../outside.yaml]                   | 1:13 | is outside of this folder, and kubectl refuses that
            resources: [folder]                            | 1:13 | folder has no kustomization.yaml
            resources: [.]                                 | 1:13 | is around this folder, or this folder itself
            resources: [..]                                | 1:13 | .. has no kustomization.yaml
            resources: [x.yaml, x.yaml]                    | x.yaml:1:1 | ConfigMap x is already defined at
            resources: [component]                         | component/kustomization.yaml:1:7 | a Component is not a resource
            components: [layer]                            | layer/kustomization.yaml:1:1 | this is no Component
            [x.yaml]                                       | 1:1  | a kustomization is one map
            resorces: [x.yaml]                             | 1:1  | unknown field resorces of a kustomization
            helmCharts: []                                 | 1:1  | hyperterse does not build helmCharts
            replacements: []                               | 1:1  | hyperterse does not build replacements
            configMapGenerator: [{files: [x.yaml]}]        | 1:22 | the generator has no name
            configMapGenerator: [{name: a, files: [b]}]    | 1:40 | b does not exist
            configMapGenerator: [{name: a, files: [a=]}]   | 1:40 | a file must be PATH or KEY=PATH
            configMapGenerator: [{name: a, literals: [a]}] | 1:43 | a literal must be KEY=value
            configMapGenerator: [{name: a, fils: [a]}]     | 1:32 | unknown field fils of a generator
            configMapGenerator: [{name: a, files: [x.yaml, x.yaml]}] | 1:48 | the key x.yaml is there twice
            configMapGenerator: [{name: a, behavior: merge}] | 1:22 | there is no ConfigMap a to merge
            configMapGenerator: [{name: a}, {name: a}]     | 1:33 | ConfigMap a is already there
            patches: [{path: x.yaml}]                      | x.yaml:1:1 | no object is the ConfigMap x that this patch names
            patches: [{patch: '[{op: add}]'}]              | 1:11 | a JSON patch needs a target
            patches: [{patch: a, path: b}]                 | 1:11 | a patch has either path or patch
            labels: [{pairs: {a: 1}}]                      | 1:22 | a must be a text
            labels: [{fields: [], pairs: {a: b}}]          | 1:11 | fields of labels are not supported here
            """)
    void whatCannotBeBuiltHasItsPlace(String kustomization, String place, String message) throws IOException {
        write("outside.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: outside}\n");
        write("shop/x.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n");
        write("shop/folder/notes.txt", "");
        write("shop/component/kustomization.yaml", "kind: Component\n");
        write("shop/layer/kustomization.yaml", "resources: []\n");
        write("shop/kustomization.yaml", kustomization + "\n");
        var file = place.contains("yaml") ? place : "kustomization.yaml:" + place;
        assertThat(built().problems()).singleElement().satisfies(problem -> {
            assertThat(problem.place())
                    .hasToString(parent.resolve("shop/" + file).toString());
            assertThat(problem.message()).contains(message);
            assertThat(problem.isError()).isTrue();
        });
    }

    @Test
    void anOperationThatCannotBeAppliedHasItsPlace() throws IOException {
        write("shop/x.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n");
        write("shop/kustomization.yaml", """
                resources: [x.yaml]
                patches:
                  - target: {kind: ConfigMap}
                    patch: |-
                      - {op: test, path: /kind, value: ConfigMap}
                      - {op: remove, path: /data/x}
                """);
        assertThat(built().problems())
                .singleElement()
                .extracting(problem -> problem.place() + " " + problem.message())
                .isEqualTo(parent.resolve("shop/kustomization.yaml:6:9") + " ConfigMap x: nothing is at /data/x");
    }

    @Test
    void aPatchedFieldIsWhereThePatchIs() throws IOException {
        write("shop/x.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata: {a: b}\n");
        write("shop/patch.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata:\n  a: c\n");
        write("shop/kustomization.yaml", "namePrefix: p-\nresources: [x.yaml]\npatches: [{path: patch.yaml}]\n");
        var tree = objects().getFirst();
        assertThat(tree.text("metadata", "name")).isEqualTo("p-x");
        assertThat(tree.sources().locate("data.a"))
                .hasToString(parent.resolve("shop/patch.yaml:5:6").toString());
        assertThat(tree.sources().locate("metadata.name"))
                .hasToString(parent.resolve("shop/x.yaml:3:18").toString());
    }

    /** A file that is renamed away for a moment must not take the rest with it. */
    @Test
    void aMissingFileLeavesOutItsObjectAlone() throws IOException {
        write("shop/x.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n");
        write("shop/kustomization.yaml", """
                resources: [x.yaml, y.yaml]
                configMapGenerator: [{name: a, files: [gone.sql]}, {name: b}]
                """);
        assertThat(objects().stream().map(it -> it.text("metadata", "name").split("-")[0]))
                .containsExactly("x", "b");
        assertThat(built().problems()).hasSize(2).allMatch(Diagnostic::isError);
    }

    private List<Tree> objects() {
        return built().objects();
    }

    private KustomizeBuild.Result built() {
        return build.build(parent.resolve("shop"));
    }

    private void write(String file, String text) throws IOException {
        var path = parent.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
