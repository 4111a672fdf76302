package dev.hyperterse.cli.imports.toolbox;

import dev.hyperterse.cli.document.PackedText;
import dev.hyperterse.cli.document.SourceFile;
import dev.hyperterse.cli.document.Tree;
import dev.hyperterse.cli.document.YamlDocuments;
import dev.hyperterse.cli.document.YamlTree;
import dev.hyperterse.cli.imports.ImportedInput;
import dev.hyperterse.cli.imports.Parameters;
import java.util.List;
import java.util.Optional;

/** Statements for tools that Toolbox brings ready, by their types; they are data of this program. */
record ReadyTools(List<ImportedInput> inputs, String statement) {
    private static final String FILE = "ready.yaml";

    private static final Tree ALL = YamlTree.of(
                    YamlDocuments.of(new SourceFile(FILE, PackedText.of(ReadyTools.class, FILE)))
                            .getFirst())
            .orElseThrow();

    static Optional<ReadyTools> of(String type) {
        return ALL.field(type)
                .map(tool -> new ReadyTools(
                        tool.field("parameters").map(Tree::items).orElse(List.of()).stream()
                                .map(Parameters::input)
                                .toList(),
                        tool.text("statement").strip()));
    }
}
