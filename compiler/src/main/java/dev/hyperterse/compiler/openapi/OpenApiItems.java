package dev.hyperterse.compiler.openapi;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.request.DocumentDigest;
import dev.hyperterse.compiler.items.Item;
import dev.hyperterse.compiler.items.ItemSource;
import dev.hyperterse.compiler.items.OwnSections;
import dev.hyperterse.compiler.openapi.document.ApiDocument;
import dev.hyperterse.compiler.openapi.document.OpenApiVersion;
import dev.hyperterse.compiler.openapi.document.Operation;
import dev.hyperterse.compiler.openapi.document.UnreadableDocument;
import dev.hyperterse.compiler.openapi.document.UnusableOperation;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Position;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.crds.v1alpha1.LeafSpec;
import dev.hyperterse.crds.v1alpha1.ToolSpec;
import dev.hyperterse.crds.v1alpha1.action.OpenApi;
import dev.hyperterse.crds.v1alpha1.action.PublishedDocument;
import dev.hyperterse.crds.v1alpha1.shared.Document;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The operations of an OpenAPI document as items. */
public final class OpenApiItems implements ItemSource {
    private static final String PATH = "spec.openapi.document";

    /** Names are quoted, and many operations may have a parameter with one long name. */
    private static final int LONGEST_REASON = 1_024;

    private final OpenApi openapi;
    private final ItemSpecs specs;
    private final String place;

    public OpenApiItems(ToolSpec spec, OpenApi openapi) {
        this.openapi = openapi;
        this.specs = new ItemSpecs(spec, openapi);
        // A position is one in the text, wherever that is.
        this.place = openapi.document().inline().isPresent() ? PATH + ".inline" : PATH + ".configMapKeyRef";
    }

    @Override
    public Document document() {
        return openapi.document();
    }

    @Override
    public String path() {
        return PATH;
    }

    @Override
    public ToolSpec shared(String item) {
        return specs.shared(openapi.overrides().stream()
                .filter(it -> OperationNames.of(it.operation()).equals(item))
                .findFirst());
    }

    @Override
    public boolean suspends(String item) {
        return suspended().anyMatch(it -> OperationNames.of(it.operation()).equals(item));
    }

    private Stream<OpenApi.OperationOverride> suspended() {
        return openapi.overrides().stream().filter(it -> it.suspend().orElse(false));
    }

    @Override
    public boolean brings(Action published) {
        return published instanceof Action.RunRequest;
    }

    @Override
    public boolean wants(String item, Action published) {
        return PublishedOperation.of(item, published)
                .filter(it -> new Selection(openapi.select()).has(it))
                .filter(it -> suspended().noneMatch(override -> it.isCalled(override.operation())))
                .isPresent();
    }

    @Override
    public Checked<List<Item>> items(String text) {
        try {
            var document = ApiDocument.read(text);
            return OpenApiVersion.problem(document.root())
                    .<Checked<List<Item>>>map(it -> Checked.faulty(problem("openapi-version", it, "")))
                    .orElseGet(() -> items(document, published(text)));
        } catch (UnreadableDocument broken) {
            var problem = problem(
                    "openapi-document",
                    "the document cannot be read: " + broken.getMessage(),
                    "store an OpenAPI document in JSON or YAML");
            return Checked.faulty(broken.position().map(problem::at).orElse(problem));
        }
    }

    /** The document that the API publishes, which is this one where the author says nothing else. */
    private Optional<PublishedDocument> published(String text) {
        return openapi.published()
                .map(it ->
                        new PublishedDocument(it.path(), it.digest().or(() -> Optional.of(DocumentDigest.of(text)))));
    }

    private Checked<List<Item>> items(ApiDocument document, Optional<PublishedDocument> published) {
        var operations = Operation.of(document);
        var names = new OperationNames(operations);
        var selection = new Selection(openapi.select());
        var selected = operations.stream()
                .filter(selection::has)
                .filter(it -> !override(it)
                        .flatMap(OpenApi.OperationOverride::suspend)
                        .orElse(false))
                .toList();
        if (selected.size() > MOST_ITEMS) {
            return Checked.faulty(problem(
                    "openapi-items",
                    "%d operations are selected, and one Tool brings at most %d".formatted(selected.size(), MOST_ITEMS),
                    "narrow spec.openapi.select, or write several Tools with the same document"));
        }
        var items = new ArrayList<Item>();
        var room = new SchemaRoom();
        selected.forEach(operation -> items.add(item(document, published, operation, names.of(operation), room)));
        items.addAll(
                unknown(operations, items.stream().map(Item::name).collect(Collectors.toCollection(HashSet::new))));
        return items.isEmpty()
                ? Checked.faulty(problem(
                        "openapi-items",
                        "none of the %d operations of the document is selected".formatted(operations.size()),
                        "widen spec.openapi.select"))
                : Checked.sound(List.copyOf(items));
    }

    private Item item(
            ApiDocument document,
            Optional<PublishedDocument> published,
            Operation operation,
            String name,
            SchemaRoom room) {
        var override = override(operation);
        return new Item(
                name,
                operation.display(),
                place,
                operation.position(),
                specs.shared(override),
                spec(document, published, operation, name, override, room));
    }

    private Checked<LeafSpec> spec(
            ApiDocument document,
            Optional<PublishedDocument> published,
            Operation operation,
            String name,
            Optional<OpenApi.OperationOverride> override,
            SchemaRoom room) {
        try {
            var omitted = Set.copyOf(openapi.omit());
            var built = RequestBuilder.of(document, operation, openapi.adapter(), omitted, false);
            if (ItemSpecs.isTooLarge(built)) {
                built = RequestBuilder.of(document, operation, openapi.adapter(), omitted, true);
                ItemSpecs.requireSmall(built);
            }
            room.take(built);
            return Checked.sound(specs.of(operation, name, built.describedBy(published), override));
        } catch (UnusableOperation why) {
            return Checked.faulty(unusable(operation, why.getMessage()));
        } catch (StackOverflowError chain) {
            return Checked.faulty(unusable(operation, "its schemas refer to each other in a chain that is too long"));
        }
    }

    private Problem unusable(Operation operation, String why) {
        return at(
                operation.position(),
                problem(
                        "openapi-operation",
                        "%s: %s".formatted(operation.display(), OwnSections.bounded(why, LONGEST_REASON)),
                        "correct the document, or leave the operation out with spec.openapi.overrides: [{operation: %s, suspend: true}]"
                                .formatted(operation.display())));
    }

    /**
     * Operations that the author names and the document does not have.
     *
     * @param names of the other items: what is written in another way, such as get /pets, may have that of one of them
     */
    private List<Item> unknown(List<Operation> operations, Set<String> names) {
        return Stream.concat(
                        openapi.select().stream().flatMap(it -> it.operations().stream()),
                        openapi.overrides().stream().map(OpenApi.OperationOverride::operation))
                .distinct()
                .filter(written -> operations.stream().noneMatch(it -> it.isCalled(written)))
                .map(written -> unknown(written, names))
                .toList();
    }

    /** One under a name of its own keeps no version of the operation whose name it would have. */
    private Item unknown(String written, Set<String> names) {
        var wanted = OperationNames.of(written);
        var name = Item.free(wanted, names);
        var item = new Item(
                name,
                written,
                place,
                Optional.empty(),
                shared(wanted),
                Checked.faulty(problem(
                        "openapi-operation-exists",
                        "the document has no operation '%s'".formatted(written),
                        "write an operationId of the document, or method and path as in GET /pets/{petId}")));
        return name.equals(wanted) ? item : item.withoutLastGood();
    }

    private Optional<OpenApi.OperationOverride> override(Operation operation) {
        return openapi.overrides().stream()
                .filter(it -> operation.isCalled(it.operation()))
                .findFirst();
    }

    private Problem problem(String rule, String message, String remedy) {
        return Reason.InvalidOpenApi.problem(place, rule, message, remedy);
    }

    private static Problem at(Optional<Position> position, Problem problem) {
        return position.map(problem::at).orElse(problem);
    }
}
