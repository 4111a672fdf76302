package dev.hyperterse.compiler.leaf.link;

import dev.hyperterse.catalog.Icon;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.server.setting.Measures;
import dev.hyperterse.compiler.server.setting.Unsupported;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The parts that all three kinds have in common: names, icons, arguments, timeouts. */
public final class Presentation {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,128}");
    private static final Pattern ICON = Pattern.compile("(https?://|data:image/)[^ ]+");
    private static final Pattern ARGUMENT = Pattern.compile("[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?");

    private Presentation() {}

    /** A name that every MCP client can use. */
    public static Optional<Problem> name(String publicName, String kind) {
        return NAME.matcher(publicName).matches()
                ? Optional.empty()
                : Optional.of(Reason.InvalidName.problem(
                        "spec.name",
                        "name-characters",
                        "MCP clients do not accept the name '%s' of this %s".formatted(publicName, kind),
                        "use 1 to 128 of A-Z, a-z, 0-9, '_', '-' and '.'; a namespace in front counts"));
    }

    public static List<Icon> icons(List<dev.hyperterse.crds.v1alpha1.shared.Icon> declared, List<Problem> problems) {
        return icons(declared, Reason.InvalidSpec, "spec.icons", problems);
    }

    /** @param reason of an icon that cannot be shown */
    public static List<Icon> icons(
            List<dev.hyperterse.crds.v1alpha1.shared.Icon> declared,
            Reason reason,
            String path,
            List<Problem> problems) {
        var icons = new ArrayList<Icon>();
        for (var index = 0; index < declared.size(); index++) {
            icons.add(icon(declared.get(index), reason, FieldPath.item(path, index), problems));
        }
        return icons;
    }

    private static Icon icon(
            dev.hyperterse.crds.v1alpha1.shared.Icon icon, Reason reason, String path, List<Problem> problems) {
        if (!ICON.matcher(icon.src()).matches()) {
            problems.add(reason.problem(
                    path + ".src",
                    "icon-address",
                    "the icon is neither an http or https URL nor a data URI of an image",
                    "write https://... or data:image/...;base64,..."));
        }
        var theme = icon.theme().flatMap(it -> switch (it) {
            case Light -> Optional.of("light");
            case Dark -> Optional.of("dark");
            case Unrecognized -> {
                problems.add(Unsupported.unknownValue(path + ".theme"));
                yield Optional.empty();
            }
        });
        return new Icon(icon.src(), icon.mimeType(), icon.sizes(), theme);
    }

    public static List<dev.hyperterse.catalog.input.Argument> arguments(
            List<dev.hyperterse.crds.v1alpha1.input.Argument> declared, List<Problem> problems) {
        var arguments = new ArrayList<dev.hyperterse.catalog.input.Argument>();
        for (var index = 0; index < declared.size(); index++) {
            var argument = declared.get(index);
            var path = FieldPath.item("spec.arguments", index) + ".name";
            if (!isArgument(argument.name())) {
                problems.add(Reason.InvalidPrompt.problem(
                        path,
                        "argument-name",
                        "'%s' is not the name of an argument".formatted(argument.name()),
                        "use letters, digits, '_' and '-'"));
            }
            arguments.add(new dev.hyperterse.catalog.input.Argument(
                    argument.name(),
                    argument.title(),
                    argument.description(),
                    argument.required().orElse(false),
                    argument.completion()));
        }
        return arguments;
    }

    /** Whether an argument can have the name. */
    public static boolean isArgument(String name) {
        return ARGUMENT.matcher(name).matches();
    }

    public static Optional<Long> timeout(Optional<String> declared, List<Problem> problems) {
        return declared.flatMap(text -> {
            var millis = Measures.millis(text);
            if (millis.isEmpty()) {
                problems.add(Reason.InvalidSpec.problem(
                        "spec.timeout",
                        "duration",
                        "'%s' is not a duration".formatted(text),
                        "write it like 500ms, 5s or 2m"));
            }
            return millis;
        });
    }
}
