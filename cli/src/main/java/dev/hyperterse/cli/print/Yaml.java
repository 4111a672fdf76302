package dev.hyperterse.cli.print;

import dev.hyperterse.cli.document.KubectlScalars;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
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
                .dumpToString(plain(tree).value());
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

    /** A value of Java, or the null of JSON. */
    private record Plain(Object value) {}

    private static Plain plain(JsonNode node) {
        if (node.isObject()) {
            Map<String, Object> members = new LinkedHashMap<>();
            node.properties()
                    .forEach(member -> members.put(
                            member.getKey(), plain(member.getValue()).value()));
            return new Plain(members);
        }
        if (node.isArray()) {
            // One object each: the writer takes an empty list that it meets again for a reference to the first.
            var items = new ArrayList<Object>();
            node.forEach(item -> items.add(plain(item).value()));
            return new Plain(items);
        }
        if (node.isNumber()) {
            return new Plain(node.numberValue());
        }
        if (node.isBoolean()) {
            return new Plain(node.booleanValue());
        }
        return new Plain(node.isNull() ? null : node.asString(""));
    }
}
