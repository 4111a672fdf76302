package dev.hyperterse.compiler.leaf.content;

import dev.hyperterse.catalog.Digest;
import dev.hyperterse.catalog.ResourceLeaf.Body;
import dev.hyperterse.catalog.ResourceLeaf.SkillFile;
import dev.hyperterse.catalog.Template;
import dev.hyperterse.compiler.leaf.link.Links;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.DocumentContent;
import dev.hyperterse.crds.v1alpha1.content.Skill;
import dev.hyperterse.crds.v1alpha1.shared.Document;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Compiles a skill: reads its files, takes their digests, and checks what its SKILL.md begins with. */
final class SkillCompiler {
    static final String FILES = "spec.skill.files";

    private final String folder;
    private final Links links;
    private final List<Problem> problems = new ArrayList<>();

    private SkillCompiler(String folder, Links links) {
        this.folder = folder;
        this.links = links;
    }

    /** @param uri of its SKILL.md */
    static Checked<Body.Skill> compile(Skill skill, String uri, Links links) {
        var segments = uri.split("/", -1);
        if (segments.length < 4 || !segments[segments.length - 1].equals(SkillFile.MAIN)) {
            return Checked.faulty(Reason.InvalidUri.problem(
                    "spec.uri",
                    "skill-uri",
                    "the URI of a skill ends with its name and SKILL.md",
                    "write a URI such as skill://refunds/SKILL.md"));
        }
        return new SkillCompiler(segments[segments.length - 2], links).compiled(skill);
    }

    private Checked<Body.Skill> compiled(Skill skill) {
        var files = new ArrayList<SkillFile>();
        var frontmatter = Optional.<JsonNode>empty();
        var hasMain = false;
        problems.addAll(SkillPaths.unfit(skill.files()));
        for (var index = 0; index < skill.files().size(); index++) {
            var file = skill.files().get(index);
            var path = FieldPath.item(FILES, index) + ".content";
            content(file.content(), path).valid(problems).ifPresent(it -> files.add(compiled(file.path(), it)));
            if (file.path().equals(SkillFile.MAIN)) {
                hasMain = true;
                frontmatter = frontmatter(file.content(), path);
            }
        }
        if (!hasMain) {
            problems.add(Reason.InvalidContent.problem(
                    FILES, "skill-has-main-file", "the skill has no SKILL.md", "add a file with the path SKILL.md"));
        }
        if (!problems.isEmpty()) {
            return Checked.faulty(problems.stream().distinct().toList());
        }
        files.sort(Comparator.comparing(SkillFile::path));
        return Checked.sound(new Body.Skill(frontmatter.orElseThrow(), files));
    }

    private Optional<JsonNode> frontmatter(Document main, String path) {
        var source = path + (main.inline().isPresent() ? ".inline" : ".configMapKeyRef");
        var read = links.text(main, path).then(text -> Frontmatter.read(text, source, folder));
        return (links.quotes(main, path) ? read : read.mapProblems(SkillCompiler::withoutQuotation)).valid(problems);
    }

    /** Hides the name that the text has; no other problem quotes it. */
    private static Problem withoutQuotation(Problem problem) {
        return problem.rule().equals("skill-name-in-uri") ? problem.withoutQuotation() : problem;
    }

    private Checked<DocumentContent> content(Document document, String path) {
        return document.inline()
                .map(text -> Checked.<DocumentContent>sound(new DocumentContent.Text(text, true)))
                .orElseGet(() -> links.content(path));
    }

    private static SkillFile compiled(String path, DocumentContent content) {
        var type = path.equals(SkillFile.MAIN) ? Optional.of(MediaTypes.MARKDOWN) : MediaTypes.ofName(path);
        return switch (content) {
            case DocumentContent.Text(var text, var _) ->
                file(
                        path,
                        type.orElse(MediaTypes.TEXT),
                        text.getBytes(StandardCharsets.UTF_8),
                        new Body.Text(Template.literal(text)));
            case DocumentContent.Binary(var bytes) ->
                file(path, type.orElse(MediaTypes.BYTES), bytes.content(), new Body.Blob(bytes.base64()));
        };
    }

    private static SkillFile file(String path, String type, byte[] bytes, Body.Fixed content) {
        return new SkillFile(path, type, bytes.length, Digest.of(bytes), content);
    }
}
