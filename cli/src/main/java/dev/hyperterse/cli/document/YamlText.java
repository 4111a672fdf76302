package dev.hyperterse.cli.document;

import java.util.List;
import java.util.Map;

/** Reads YAML that is known to be good, such as what is packed with this program. */
public final class YamlText {
    private YamlText() {}

    /** The documents of a text, which are all maps. */
    @SuppressWarnings("unchecked") // the decoder makes maps with text keys only
    public static List<Map<String, Object>> parse(String name, String text) {
        return YamlDocuments.of(new SourceFile(name, text)).stream()
                .flatMap(document -> YamlTree.of(document).stream())
                .map(tree -> (Map<String, Object>) tree.content())
                .toList();
    }
}
