package dev.hyperterse.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.resolve.ServerInputs;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules of one text that sum up an input, which is a number in one tool and none in another. */
class RulesOfSumsTest {
    private static final String NUMBER = tool("pay", "float");
    private static final String TEXT = tool("tell", "string");

    @Test
    void ruleIsSoundOnlyWhereTheInputIsANumber() {
        assertThat(refused(new CatalogCompiler().compile(inputs(NUMBER, TEXT)))).containsExactly("tell");
        assertThat(refused(new CatalogCompiler().compile(inputs(TEXT, NUMBER)))).containsExactly("tell");
    }

    @Test
    void lastCompileDoesNotDecideForOtherInputs() {
        var compiler = new CatalogCompiler();
        var sound = compiler.compile(inputs(NUMBER));

        assertThat(refused(sound)).isEmpty();
        assertThat(refused(compiler.compile(inputs(tool("pay", "string")), sound.memo())))
                .containsExactly("pay");
    }

    private static List<String> refused(CompiledServer compiled) {
        return compiled.results().entrySet().stream()
                .filter(it -> it.getValue().problems().stream()
                        .anyMatch(problem -> problem.message().contains("no input of type int or float")))
                .map(it -> it.getKey().name())
                .toList();
    }

    private static ServerInputs inputs(String... tools) {
        var texts = new String[tools.length + 1];
        System.arraycopy(tools, 0, texts, 1, tools.length);
        texts[0] = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: shop}
            spec: {auth: {mode: Anonymous}, adapters: [{name: demo, engine: Sqlite, url: ":memory:"}]}
            """;
        return Manifests.read(texts).inputs();
    }

    private static String tool(String name, String type) {
        return """
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: %s}
            spec:
              serverRefs: [{name: shop}]
              description: Takes an amount
              inputs: [{name: amount, type: %s}]
              statement: {adapter: demo, text: {inline: "SELECT {{ inputs.amount }} AS amount"}}
              auth:
                plugin: allow_all
                rules: [{name: hourly, expression: "history.sum('amount', duration('1h')) <= 5000.0"}]
            """.formatted(name, type);
    }
}
