package dev.hyperterse.compiler.document;

import dev.hyperterse.catalog.document.DocumentCommand;
import dev.hyperterse.catalog.document.DocumentValue;
import dev.hyperterse.catalog.statement.Reference;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A compiled command in one line, for tests to compare. */
final class RenderedCommand {
    private RenderedCommand() {}

    static String of(DocumentCommand command) {
        var target =
                switch (command.target()) {
                    case DocumentCommand.Named(var collection) -> collection;
                    case DocumentCommand.Chosen(var reference, var collections) ->
                        "<" + name(reference) + ": " + collections + ">";
                };
        return Stream.concat(
                        Stream.of(command.kind().spelling(), target),
                        command.fields().stream().map(field -> field.name() + "=" + of(field.content())))
                .collect(Collectors.joining(" "));
    }

    private static String of(DocumentValue value) {
        return switch (value) {
            case DocumentValue.Members(var members) ->
                members.stream()
                        .map(member -> member.name() + ": " + of(member.content()))
                        .collect(Collectors.joining(", ", "{", "}"));
            case DocumentValue.Items(var items) ->
                items.stream().map(RenderedCommand::of).collect(Collectors.joining(", ", "[", "]"));
            case DocumentValue.Constant(var type, var text) -> type + "(" + text + ")";
            case DocumentValue.Parameter(var reference, var type) -> "<" + name(reference) + " " + type + ">";
            case DocumentValue.ListParameter(var list, var items) -> "<" + name(list) + "... " + items + ">";
            case DocumentValue.TextParameter(var pieces, var type) ->
                pieces.stream().map(RenderedCommand::of).collect(Collectors.joining(" ", "<", " " + type + ">"));
        };
    }

    private static String of(DocumentValue.Piece piece) {
        return switch (piece) {
            case DocumentValue.Literal(var text) -> "'" + text + "'";
            case DocumentValue.Inserted(var reference, var regex) -> name(reference) + (regex ? "/regex" : "");
        };
    }

    private static String name(Reference reference) {
        return switch (reference) {
            case Reference.Input(var name) -> name;
            case Reference.Environment(var name) -> name;
            case Reference.PrincipalPlugin() -> "plugin";
            case Reference.PrincipalSubject() -> "subject";
            case Reference.PrincipalClaim(var name) -> name;
        };
    }
}
