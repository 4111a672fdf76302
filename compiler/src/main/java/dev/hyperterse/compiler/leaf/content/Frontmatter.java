package dev.hyperterse.compiler.leaf.content;

import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Reads what a SKILL.md begins with: YAML between two lines of dashes. Clients compare it with the file they read. */
final class Frontmatter {
    /** The rules of agentskills.io. */
    private static final Pattern NAME = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");

    private static final int LONGEST_NAME = 64;
    private static final int LONGEST_DESCRIPTION = 1024;

    private static final Pattern BLOCK =
            Pattern.compile("^---\\r?\\n(.*?)\\r?\\n---[ \\t]*(?:\\r?\\n|$)", Pattern.DOTALL);

    private final String path;
    private final List<Problem> problems = new ArrayList<>();

    private Frontmatter(String path) {
        this.path = path;
    }

    /**
     * @param path of the text
     * @param folder the last folder of the skill's URI, which is to be its name
     */
    static Checked<JsonNode> read(String text, String path, String folder) {
        var block = BLOCK.matcher(text);
        if (!block.find()) {
            return Checked.faulty(Reason.InvalidContent.problem(
                    path,
                    "skill-has-frontmatter",
                    "SKILL.md does not begin with YAML between two lines of three dashes",
                    "begin it with ---, the lines name: and description:, and ---"));
        }
        return new FrontmatterYaml(path).read(block.group(1)).then(frontmatter -> new Frontmatter(path)
                .checked(frontmatter, folder));
    }

    private Checked<JsonNode> checked(JsonNode frontmatter, String folder) {
        var name = text(frontmatter, "name");
        if (name.filter(Frontmatter::isName).isEmpty()) {
            report(
                    "skill-name",
                    "the frontmatter of SKILL.md has no valid name",
                    "write name: with at most 64 lower-case letters, digits and single hyphens between them");
        } else if (!name.get().equals(folder)) {
            report(
                    "skill-name-in-uri",
                    "the skill is called '%s', and the last folder of its URI '%s'".formatted(name.get(), folder),
                    "let spec.uri end with %s/SKILL.md, or change the name".formatted(name.get()));
        }
        if (text(frontmatter, "description")
                .filter(it -> !it.isBlank() && it.length() <= LONGEST_DESCRIPTION)
                .isEmpty()) {
            report(
                    "skill-description",
                    "the frontmatter of SKILL.md has no description of at most 1024 characters",
                    "write description: with what the skill does and when to use it");
        }
        if (frontmatter.has("allowed-tools")
                && text(frontmatter, "allowed-tools").isEmpty()) {
            report(
                    "skill-allowed-tools",
                    "allowed-tools of SKILL.md is not a text",
                    "write the names of the tools into one text, separated by spaces");
        }
        return Checked.unless(problems, frontmatter);
    }

    private static boolean isName(String name) {
        return name.length() <= LONGEST_NAME && NAME.matcher(name).matches();
    }

    private static Optional<String> text(JsonNode frontmatter, String member) {
        return frontmatter.path(member).stringValueOpt();
    }

    private void report(String rule, String message, String remedy) {
        problems.add(Reason.InvalidContent.problem(path, rule, message, remedy));
    }
}
