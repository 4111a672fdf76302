package dev.hyperterse.cli.kustomize;

import dev.hyperterse.cli.diagnostics.Place;
import dev.hyperterse.cli.document.Tree;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Makes the ConfigMaps and Secrets of a layer. The text of a file keeps its own places. */
record Generators(Layer layer, SourceTrees sources) {
    private static final Pattern KEY = Pattern.compile("[-._a-zA-Z0-9]{1,253}");
    private static final Set<String> FIELDS =
            Set.of("name", "namespace", "behavior", "files", "envs", "env", "literals", "options", "type");

    /** Adds what the layer generates, or merges it with what is there. */
    void addTo(List<Built> all) {
        layer.list("configMapGenerator").forEach(generator -> add("ConfigMap", generator, all));
        layer.list("secretGenerator").forEach(generator -> add("Secret", generator, all));
    }

    private void add(String kind, Tree generator, List<Built> all) {
        generator.fields().forEach((name, value) -> {
            if (!FIELDS.contains(name)) {
                layer.findings()
                        .error(value.sources().key(), "unknown field %s of a generator".formatted(name), "remove it");
            }
        });
        var data = new Data(generator, kind.equals("Secret"));
        data.collect();
        if (generator.text("name").isEmpty()) {
            layer.findings().error(generator.place(), "the generator has no name", "add name: of the " + kind);
        } else if (data.isWhole) {
            place(generated(kind, generator, data), generator, all);
        }
    }

    private Built generated(String kind, Tree generator, Data data) {
        var here = generator.place();
        var object = Tree.of(Map.of(), here)
                .with("apiVersion", Tree.of("v1", here))
                .with("kind", Tree.of(kind, here))
                .with(List.of("metadata", "name"), generator.field("name").orElseThrow());
        if (!generator.text("namespace").isEmpty()) {
            object = object.with(
                    List.of("metadata", "namespace"),
                    generator.field("namespace").orElseThrow());
        }
        if (kind.equals("Secret")) {
            object = object.with("type", generator.field("type").orElseGet(() -> Tree.of("Opaque", here)));
        }
        if (!data.text.fields().isEmpty()) {
            object = object.with("data", data.text);
        }
        if (!data.binary.fields().isEmpty()) {
            object = object.with("binaryData", data.binary);
        }
        // The generator's own come last, and win.
        var common = layer.kustomization().field("generatorOptions");
        var own = generator.field("options");
        for (var options : List.of(common, own)) {
            for (var of : List.of("labels", "annotations")) {
                var written = options.flatMap(it -> it.field(of));
                if (written.isPresent()) {
                    for (var entry : layer.texts(written.get()).toList()) {
                        object = object.with(List.of("metadata", of, entry.getKey()), entry.getValue());
                    }
                }
            }
        }
        if (isSet("immutable", common, own)) {
            object = object.with("immutable", Tree.of(true, here));
        }
        return Built.of(object).hashed(!isSet("disableNameSuffixHash", common, own));
    }

    private static boolean isSet(String name, Optional<Tree> common, Optional<Tree> own) {
        return Stream.of(common, own).flatMap(Optional::stream).anyMatch(options -> options.isTrue(name));
    }

    private void place(Built made, Tree generator, List<Built> all) {
        var behavior = generator.text("behavior");
        var matching = all.stream()
                .filter(it -> it.everyId().anyMatch(made.id()::isSameAs))
                .toList();
        if (matching.isEmpty()) {
            if (behavior.equals("merge") || behavior.equals("replace")) {
                layer.findings()
                        .error(
                                generator.place(),
                                "there is no %s to %s".formatted(made.id(), behavior),
                                "fix the name, or remove behavior");
            } else {
                all.add(made);
            }
            return;
        }
        var old = matching.getFirst();
        if (!behavior.equals("merge") && !behavior.equals("replace") || matching.size() > 1) {
            layer.findings()
                    .error(
                            generator.place(),
                            "%s is already there, from %s"
                                    .formatted(made.id(), old.tree().place()),
                            "set behavior: merge or behavior: replace, or choose another name");
            return;
        }
        var index = all.indexOf(old);
        all.set(index, merged(old, made, behavior.equals("merge")));
    }

    /** Named as the old one, with the metadata of both. */
    private static Built merged(Built old, Built made, boolean withData) {
        var tree = made.tree();
        for (var of : List.of("labels", "annotations")) {
            tree = over(tree, old.tree(), List.of("metadata", of));
        }
        if (withData) {
            tree = over(tree, old.tree(), List.of("data"));
            tree = over(tree, old.tree(), List.of("binaryData"));
        }
        var named = new Built(tree, old.former(), old.prefixes(), old.suffixes(), made.hashed())
                .named(old.id().name());
        return old.id().namespace().isEmpty() ? named : named.in(old.id().namespace());
    }

    private static Tree over(Tree above, Tree below, List<String> path) {
        var parts = path.toArray(String[]::new);
        var under = below.at(parts);
        if (under.isEmpty()) {
            return above;
        }
        var merged = under.get();
        for (var entry :
                above.at(parts).map(Tree::fields).orElseGet(java.util.Map::of).entrySet()) {
            merged = merged.with(entry.getKey(), entry.getValue());
        }
        return above.with(path, merged);
    }

    /** The entries of one object. */
    private final class Data {
        private final Tree generator;
        private final boolean secret;
        private Tree text;
        private Tree binary;
        private boolean isWhole = true;

        Data(Tree generator, boolean secret) {
            this.generator = generator;
            this.secret = secret;
            this.text = Tree.of(Map.of(), generator.place());
            this.binary = Tree.of(Map.of(), generator.place());
        }

        void collect() {
            list("envs").forEach(this::environment);
            generator.field("env").ifPresent(this::environment);
            list("literals").forEach(this::literal);
            list("files").forEach(this::file);
        }

        private List<Tree> list(String field) {
            return generator.field(field).map(Tree::items).orElseGet(List::of);
        }

        private void environment(Tree entry) {
            var bytes = layer.namedFile(entry).flatMap(named -> sources.bytes(named.path(), named.place()));
            if (bytes.isEmpty()) {
                isWhole = false;
                return;
            }
            var file = SourceTrees.name(layer.folder().resolve(entry.text().orElse("")));
            var number = 0;
            for (var line :
                    new String(bytes.get(), StandardCharsets.UTF_8).lines().toList()) {
                number++;
                var written = (number == 1 && line.startsWith("\uFEFF") ? line.substring(1) : line).stripLeading();
                if (!written.isEmpty() && !written.startsWith("#")) {
                    var end = written.indexOf('=');
                    var place = new Place(file, number, 1 + line.length() - written.length());
                    var value = end < 0 ? "" : written.substring(end + 1);
                    put(end < 0 ? written : written.substring(0, end), Tree.of(value, place), place);
                }
            }
        }

        private void literal(Tree entry) {
            var written = entry.text().orElse("");
            var end = written.indexOf('=');
            if (end < 1) {
                fault(entry.place(), "a literal must be KEY=value");
            } else {
                var value = unquoted(written.substring(end + 1));
                put(written.substring(0, end), Tree.of(value, entry.place()), entry.place());
            }
        }

        private static String unquoted(String value) {
            var last = value.length() - 1;
            return last > 0 && value.charAt(0) == value.charAt(last) && "\"'".indexOf(value.charAt(0)) >= 0
                    ? value.substring(1, last)
                    : value;
        }

        private void file(Tree entry) {
            var written = entry.text().orElse("");
            var parts = written.split("=", -1);
            if (parts.length > 2 || parts[0].isEmpty() || parts[parts.length - 1].isEmpty()) {
                fault(entry.place(), "a file must be PATH or KEY=PATH");
                return;
            }
            var path = new Tree(parts[parts.length - 1], entry.sources());
            var key = parts.length == 2 ? parts[0] : parts[0].substring(parts[0].lastIndexOf('/') + 1);
            var named = layer.namedFile(path);
            var bytes = named.flatMap(it -> sources.bytes(it.path(), it.place()));
            if (bytes.isEmpty()) {
                isWhole = false;
                return;
            }
            var name = SourceTrees.name(named.get().path());
            var decoded = decoded(bytes.get());
            if (decoded.isPresent()) {
                put(key, Tree.file(decoded.get(), entry.place(), name), entry.place());
            } else {
                put(key, entry.place(), Base64.getEncoder().encodeToString(bytes.get()));
            }
        }

        private static Optional<String> decoded(byte[] bytes) {
            try {
                return Optional.of(StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(bytes))
                        .toString());
            } catch (CharacterCodingException binary) {
                return Optional.empty();
            }
        }

        /** Bytes. */
        private void put(String key, Place place, String base64) {
            if (secret) {
                if (isNew(key, place)) {
                    text = text.with(key, Tree.of(base64, place));
                }
            } else if (isNew(key, place)) {
                binary = binary.with(key, Tree.of(base64, place));
            }
        }

        private void put(String key, Tree value, Place place) {
            if (isNew(key, place)) {
                var bytes = value.text().orElse("").getBytes(StandardCharsets.UTF_8);
                text = text.with(
                        key, secret ? new Tree(Base64.getEncoder().encodeToString(bytes), value.sources()) : value);
            }
        }

        private boolean isNew(String key, Place place) {
            if (!KEY.matcher(key).matches()) {
                fault(place, "the key '%s' has other characters than letters, digits, '-', '_' and '.'".formatted(key));
                return false;
            }
            if (text.field(key).isPresent() || binary.field(key).isPresent()) {
                fault(place, "the key %s is there twice; name one of them KEY=PATH".formatted(key));
                return false;
            }
            return true;
        }

        private void fault(Place place, String message) {
            isWhole = false;
            layer.findings().error(place, message, "");
        }
    }
}
