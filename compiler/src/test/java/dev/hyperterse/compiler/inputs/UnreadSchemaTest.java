package dev.hyperterse.compiler.inputs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.crds.ApiSerialization;
import dev.hyperterse.crds.v1alpha1.ToolSpec;
import dev.hyperterse.crds.v1alpha1.shared.FreeForm;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UnreadSchemaTest {
    @Test
    void aSchemaThatWasNotKeptIsTooLarge() {
        var spec = ApiSerialization.mapper().convertValue(Map.of("inputSchema", FreeForm.TOO_LARGE), ToolSpec.class);

        assertThat(new InputsCompiler().compile(spec).problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).contains("more than 65536"));
    }
}
