package dev.hyperterse.compiler.document;

import dev.hyperterse.catalog.document.BsonType;
import dev.hyperterse.catalog.document.DocumentCommand;
import dev.hyperterse.catalog.document.DocumentValue;
import dev.hyperterse.statement.binding.Choices;
import dev.hyperterse.statement.binding.Findings;
import dev.hyperterse.statement.binding.Placeholder;
import dev.hyperterse.statement.binding.PlaceholderScope;
import java.util.Optional;
import java.util.TreeSet;

/** Which collections a command names: written out, or one of an enum. */
record CollectionNames(PlaceholderScope references, Findings findings) {
    private static final String FORM = "a collection of the adapter's database, such as \"orders\"";
    private static final int LONGEST = 255;

    /** The collection of the command; empty when that was refused. */
    Optional<DocumentCommand.Target> target(DocumentNode node) {
        return switch (node) {
            case DocumentNode.Text text
            when text.pieces().size() == 1 && text.pieces().getFirst() instanceof Placeholder placeholder ->
                chosen(placeholder);
            case DocumentNode.Insertion insertion -> chosen(insertion.placeholder());
            case DocumentNode.Text _,
                    DocumentNode.Document _,
                    DocumentNode.Array _,
                    DocumentNode.Numeral _,
                    DocumentNode.Word _,
                    DocumentNode.Broken _ -> name(node).map(DocumentCommand.Named::new);
        };
    }

    /** One that a stage reads beside it. */
    DocumentValue other(DocumentNode node) {
        return new DocumentValue.Constant(BsonType.STRING, name(node).orElse(""));
    }

    private Optional<DocumentCommand.Target> chosen(Placeholder placeholder) {
        if (placeholder.filter().isPresent()) {
            refuse(placeholder.start(), "a collection name takes no filter");
            return Optional.empty();
        }
        return references.resolve(placeholder).flatMap(target -> new Choices(findings)
                .render(placeholder, target, choice -> checked(choice, placeholder.start()))
                .<DocumentCommand.Target>map(renderings ->
                        new DocumentCommand.Chosen(target.reference(), new TreeSet<>(renderings.keySet()))));
    }

    private Optional<String> name(DocumentNode node) {
        if (node instanceof DocumentNode.Text text && text.constant().isPresent()) {
            return checked(text.constant().get(), text.start());
        }
        if (!(node instanceof DocumentNode.Broken)) {
            refuse(node.start(), "the name of a collection must be a literal string");
        }
        return Optional.empty();
    }

    private Optional<String> checked(String name, int start) {
        if (name.isEmpty() || name.length() > LONGEST || name.indexOf('$') >= 0 || name.startsWith("system.")) {
            refuse(start, "'%s' is not an allowed collection name".formatted(name));
            return Optional.empty();
        }
        return Optional.of(name);
    }

    private void refuse(int start, String message) {
        findings.add(DocumentRule.COLLECTION_NAME, start, message, "name " + FORM + ", or choose one by an enum");
    }
}
