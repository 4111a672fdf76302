package dev.hyperterse.cli.print;

import dev.hyperterse.cli.client.ExactJson;
import dev.hyperterse.cli.document.KubectlScalars;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.representer.StandardRepresenter;
import tools.jackson.databind.JsonNode;

/** JSON as YAML in blocks. */
public final class Yaml {
    private static final int WIDTH = 120;

    private Yaml() {}

    public static String of(JsonNode tree) {
        var settings = DumpSettings.builder()
                .setDefaultFlowStyle(FlowStyle.BLOCK)
                .setWidth(WIDTH)
                .build();
        return new Dump(settings, new KubectlTexts(settings))
                .dumpToString(ExactJson.mapper().treeToValue(tree, Object.class));
    }

    /** Quotes texts such as {@code on}, which YAML 1.2 leaves bare and kubectl reads as another type. */
    private static final class KubectlTexts extends StandardRepresenter {
        KubectlTexts(DumpSettings settings) {
            super(settings);
        }

        @Override
        protected Node representScalar(Tag tag, String value, ScalarStyle style) {
            var quoted = tag == Tag.STR && style == ScalarStyle.PLAIN && !KubectlScalars.isText(value);
            return super.representScalar(tag, value, quoted ? ScalarStyle.DOUBLE_QUOTED : style);
        }
    }
}
