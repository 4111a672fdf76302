package dev.hyperterse.crds.v1alpha1.content;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.ListMap;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Document;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;

/** A skill: a folder of files, of which SKILL.md says what it is for. */
public record Skill(
        @JsonPropertyDescription(
                "All files of the folder. One is SKILL.md, which begins with the name and description of the skill. "
                        + "Up to 100.")
        @Required
        @ListMap("path")
        @Size(min = 1, max = 100)
        @ValidationRule(
                value = "self.exists(file, file.path == 'SKILL.md')",
                message = "one of the files must have the path SKILL.md")
        List<SkillFile> files) {
    /** One file of a skill. */
    public record SkillFile(
            @JsonPropertyDescription("Path of the file in the folder, such as references/policy.md.")
            @Required
            @Size(min = 1, max = Bounds.SKILL_PATH)
            @Pattern(Formats.FILE_PATH)
            String path,

            @JsonPropertyDescription("Content of the file; a key of a ConfigMap may hold text or bytes.") @Required
            Document content) {}
}
