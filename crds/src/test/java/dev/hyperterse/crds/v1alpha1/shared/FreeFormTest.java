package dev.hyperterse.crds.v1alpha1.shared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.crds.ApiSerialization;
import dev.hyperterse.crds.v1alpha1.Tool;
import dev.hyperterse.crds.v1alpha1.ToolSpec;
import org.junit.jupiter.api.Test;

class FreeFormTest {
    /** One of the values is the list itself. */
    private static final int FITTING = FreeForm.MOST_VALUES - 1;

    @Test
    void asManyValuesAsFitAreReadAsTheyAre() {
        var schema = spec("[" + "{},".repeat(FITTING - 1) + "{}]").inputSchema().orElseThrow();
        assertThat(schema.tree().size()).isEqualTo(FITTING);
    }

    @Test
    void moreValuesAreNotKept() {
        var spec = spec("[" + "{},".repeat(FITTING) + "{}]");
        assertThat(spec.inputSchema().orElseThrow().tree()).isEqualTo(FreeForm.TOO_LARGE);
        assertThat(spec.title()).contains("read on");
    }

    @Test
    void longerTextIsNotKept() {
        var fitting = spec("[\"%s\"]".formatted("a".repeat(65_000)));
        assertThat(fitting.inputSchema().orElseThrow().text()).hasSize(65_004);

        var longer = spec("{\"a\": {\"b\": \"%s\", \"c\": 1}, \"d\": [2]}".formatted("a".repeat(1 << 20)));
        assertThat(longer.inputSchema().orElseThrow().tree()).isEqualTo(FreeForm.TOO_LARGE);
        assertThat(longer.title()).contains("read on");
    }

    /** Its text could not be written, and no other object was read behind it. */
    @Test
    void deeperTreeIsNotKept() {
        assertThat(spec("[".repeat(500) + "]".repeat(500))
                        .inputSchema()
                        .orElseThrow()
                        .text())
                .hasSize(1_000);

        var deeper = spec("[".repeat(1_500) + "]".repeat(1_500));
        assertThat(deeper.inputSchema().orElseThrow().tree()).isEqualTo(FreeForm.TOO_LARGE);
        assertThat(deeper.title()).contains("read on");
    }

    @Test
    void scalarsAndNullsAreReadAsTheyAre() {
        assertThat(spec("1.50").inputSchema().orElseThrow().tree().asDouble()).isEqualTo(1.5);
        assertThat(spec("{\"a\": [null, true, {\"b\": 12345678901234567890}]}")
                        .inputSchema()
                        .orElseThrow()
                        .text())
                .isEqualTo("{\"a\":[null,true,{\"b\":12345678901234567890}]}");
        assertThat(spec("null").inputSchema()).isEmpty();
    }

    private static ToolSpec spec(String schema) {
        return ApiSerialization.create()
                .unmarshal(
                        "{\"apiVersion\": \"hyperterse.dev/v1alpha1\", \"kind\": \"Tool\", \"spec\": {\"inputSchema\": "
                                + schema + ", \"title\": \"read on\"}}",
                        Tool.class)
                .getSpec();
    }
}
