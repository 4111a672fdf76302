package dev.hyperterse.cli.slips;

import static dev.hyperterse.cli.slips.Slip.INPUT;
import static dev.hyperterse.cli.slips.Slip.beside;
import static dev.hyperterse.cli.slips.Slip.inTool;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Slips in scripts and statements, within manifests, in ConfigMaps and in files that kustomize takes. */
class TextSlipsTest {
    private static final String INLINE = "spec.script.source.inline";
    private static final String IN_FILE = "spec.script.source.configMapKeyRef";

    @TempDir
    private Path folder;

    static Stream<Slip> inline() {
        return Stream.of(
                inTool(
                        "script:\n  source:\n    inline: §|\n      module.exports = () => 1\n",
                        INLINE,
                        "does not provide an export named 'default'",
                        "write export default ({ inputs }, ctx) => ... in place of module.exports"),
                inTool(
                        "script:\n  source:\n    inline: |\n      §return 1\n",
                        INLINE,
                        "Invalid return statement",
                        "write export default ({ inputs }, ctx) => ..."),
                inTool(
                        "script:\n  source:\n    inline: |\n      import fs from '§fs'\n      export default () => 1\n",
                        INLINE,
                        "there are no modules of Node.js such as 'fs'",
                        "fetch, URL, crypto and timers are globals"),
                inTool(
                        "script:\n  source:\n    inline: |\n      import dayjs from '§dayjs'\n      export default () => 1\n",
                        INLINE,
                        "packages such as 'dayjs' are not installed here",
                        "bundle it into the script with your own bundler, as esbuild"),
                inTool(
                        "script:\n  source:\n    inline: |\n      export default (inputs§: {a: string}) => 1\n",
                        INLINE,
                        "Expected ) but found :",
                        "for types write language: TypeScript beside source"),
                inTool(
                        "script:\n  source:\n    inline: |\n      §interface A { b: string }\n      export default () => 1\n",
                        INLINE,
                        "Expected an operand but found interface",
                        "for types write language: TypeScript beside source"),
                inTool(
                        "script: {source: {§file: risk.ts}}",
                        "spec.script.source.file",
                        "unknown field",
                        "for a file write configMapKeyRef: {name: CODE, key: FILE}, and a configMapGenerator"));
    }

    static Stream<Slip> inConfigMaps() {
        return Stream.of(
                script(
                        "risk.ts",
                        configMap("risk.ts", "import dayjs from '§dayjs'; export default () => dayjs();"),
                        "packages such as 'dayjs'",
                        "bundle it"),
                script(
                        "risk.ts",
                        generated("risk.ts", "import dayjs from '§dayjs'; export default () => dayjs();"),
                        "packages such as 'dayjs'",
                        "bundle it"),
                script(
                        "risk.ts",
                        generated("risk.ts", "export default () => {\n  const a = (1§;\n}\n"),
                        "Expected ',', got ';'",
                        ""),
                script(
                        "risk.js",
                        generated("risk.js", "export default (a§: string) => 1"),
                        "Expected ) but found :",
                        "for types write language: TypeScript beside source"),
                statement(generated("top.sql", "SELECT 1\nLIMIT §{{ inputs.q }}\n")),
                statement(configMap("top.sql", "SELECT 1 LIMIT §{{ inputs.q }}")),
                beside(
                        "statement: {adapter: db, text: {configMapKeyRef: {name: §texts, key: top.sql}}}",
                        Map.of(
                                "b.yaml",
                                configMap("top.sql", "SELECT 1").get("b.yaml").replace("readable", "other")),
                        "spec.statement.text.configMapKeyRef.name",
                        "is not labelled hyperterse.dev/readable=true",
                        "it is in this directory: write hyperterse.dev/readable: \"true\" under its metadata.labels"),
                beside(
                        "statement: {adapter: db, text: {configMapKeyRef: {name: texts, key: §tip.sql}}}",
                        configMap("top.sql", "SELECT 1"),
                        "spec.statement.text.configMapKeyRef.key",
                        "has no key 'tip.sql'",
                        "did you mean top.sql?"),
                beside(
                        "statement: {adapter: db, text: {configMapKeyRef: {name: texts, key: top.sql}}}",
                        Map.of("kustomization.yaml", kustomization("§top.sql")),
                        "",
                        "top.sql does not exist",
                        "paths are relative to the folder of this file"),
                beside(
                        "statement: {adapter: db, text: {inline: SELECT 1}}",
                        Map.of("x.yaml", """
                                apiVersion: hyperterse.dev/v1alpha1
                                kind: Tool
                                metadata:
                                  name: x
                                {{- if .Values.x }}
                                §{{- end }}
                                """),
                        "",
                        "",
                        "this looks like a Helm template: render it first (helm template)"));
    }

    private static Slip script(String file, Map<String, String> files, String cause, String cure) {
        return beside(
                "script: {source: {configMapKeyRef: {name: texts, key: " + file + "}}}", files, IN_FILE, cause, cure);
    }

    private static Slip statement(Map<String, String> files) {
        return beside(
                "statement: {adapter: db, text: {configMapKeyRef: {name: texts, key: top.sql}}}\n" + INPUT,
                files,
                "spec.statement.text.configMapKeyRef",
                "{{ inputs.q }} sets a number of rows",
                "use an input of type int with minimum: 0 or more");
    }

    private static Map<String, String> configMap(String key, String text) {
        return Map.of("b.yaml", """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: texts, labels: {hyperterse.dev/readable: "true"}}
                data:
                  %s: |
                    %s
                """.formatted(key, text));
    }

    private static Map<String, String> generated(String file, String text) {
        return Map.of("kustomization.yaml", kustomization(file), file, text);
    }

    private static String kustomization(String file) {
        return """
                resources: [server.yaml, a.yaml]
                configMapGenerator:
                  - name: texts
                    files:
                      - %s
                    options: {disableNameSuffixHash: true, labels: {hyperterse.dev/readable: "true"}}
                """.formatted(file);
    }

    @ParameterizedTest
    @MethodSource({"inline", "inConfigMaps"})
    void slipIsAnErrorWithPlaceCauseAndCure(Slip slip) throws IOException {
        new SlipDirectory(folder).assertError(slip);
    }
}
