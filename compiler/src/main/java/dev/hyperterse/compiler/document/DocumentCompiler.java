package dev.hyperterse.compiler.document;

import dev.hyperterse.catalog.document.DocumentCommand;
import dev.hyperterse.catalog.document.DocumentCommand.Kind;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.statement.StatementProblems;
import dev.hyperterse.statement.binding.Findings;
import dev.hyperterse.statement.binding.PlaceholderScope;
import dev.hyperterse.statement.binding.ReadableText;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Compiles a command of a document database. In an accepted statement no value can become a key, an operator, a path or the
 * name of a collection that its author has not written.
 */
public final class DocumentCompiler {
    private static final String TOO_LARGE = "move what is constant into a view of the database";

    /** Deterministic; takes time linear in the text. */
    public Checked<DocumentCommand> compile(DocumentSource source) {
        var findings = new Findings();
        var command = ReadableText.check(source.text(), TOO_LARGE, findings)
                ? DocumentReader.read(source.text(), findings).flatMap(document -> command(document, source, findings))
                : Optional.<DocumentCommand>empty();
        return command.filter(_ -> findings.isEmpty())
                .map(Checked::sound)
                .orElseGet(() -> Checked.faulty(
                        StatementProblems.of(findings.inOrderOfTheText(), source.path(), source.text())));
    }

    private static Optional<DocumentCommand> command(
            DocumentNode.Document document, DocumentSource source, Findings findings) {
        var kind = kind(document, findings);
        if (kind.isEmpty()) {
            return Optional.empty();
        }
        var references = new PlaceholderScope(source.inputs(), source.environment(), findings);
        var collections = new CollectionNames(references, findings);
        var values = new ValueCompiler(references, findings);
        var fields = new FieldCompiler(values, new PipelineCompiler(values, collections, findings), findings);
        var first = document.members().getFirst();
        if (kind.get().writes() && source.access() == Access.ReadOnly) {
            findings.add(
                    DocumentRule.WRITE_ON_READ_ONLY,
                    first.start(),
                    "the adapter is read-only, and %s writes".formatted(first.key()),
                    "use an adapter with access: ReadWrite");
        }
        var compiled =
                fields.fields(document.members().subList(1, document.members().size()), CommandFields.of(kind.get()));
        return collections.target(first.value()).map(target -> new DocumentCommand(kind.get(), target, compiled));
    }

    /** The first key names the command, as for the database. */
    private static Optional<Kind> kind(DocumentNode.Document document, Findings findings) {
        var kind = document.members().stream().findFirst().flatMap(first -> Arrays.stream(Kind.values())
                .filter(known -> known.spelling().equals(first.key()))
                .findFirst());
        if (kind.isEmpty() && findings.isEmpty()) {
            findings.add(
                    DocumentRule.COMMAND_KIND,
                    document.members().isEmpty()
                            ? document.start()
                            : document.members().getFirst().start(),
                    "the first key does not name a supported command",
                    "the supported commands are "
                            + Arrays.stream(Kind.values()).map(Kind::spelling).collect(Collectors.joining(", ")));
        }
        return kind;
    }
}
