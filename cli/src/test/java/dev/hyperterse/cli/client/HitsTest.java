package dev.hyperterse.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HitsTest {
    @Test
    void inputsOfAHitAreASchema() {
        var hit = Hits.of("""
                        [{"name": "orders", "inputs": [
                          {"name": "id", "type": "int", "optional": false, "description": "Which", "minimum": 1},
                          {"name": "since", "type": "datetime", "optional": true},
                          {"name": "status", "type": "string", "optional": true, "default_value": "open",
                           "enum": ["open", "closed"]}]}]
                        """).getFirst();

        assertThat(hit.get("inputSchema")).isEqualTo(ExactJson.mapper().readTree("""
                        {"type": "object", "properties": {
                          "id": {"type": "integer", "description": "Which", "minimum": 1},
                          "since": {"type": "string", "format": "date-time"},
                          "status": {"type": "string", "default": "open", "enum": ["open", "closed"]}},
                         "required": ["id"], "additionalProperties": false}
                        """));
    }

    @Test
    void schemaOfAHitIsKept() {
        var hit = Hits.of("[{\"name\": \"orders\", \"inputs\": [], \"inputSchema\": {\"minProperties\": 1}}]")
                .getFirst();

        assertThat(hit.get("inputSchema")).isEqualTo(ExactJson.mapper().readTree("{\"minProperties\": 1}"));
    }
}
