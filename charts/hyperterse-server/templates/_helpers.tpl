{{- define "hyperterse-server.name" -}}
{{ .Values.name | default .Release.Name }}
{{- end }}

{{- /* Takes root and name. */ -}}
{{- define "hyperterse-server.metadata" -}}
name: {{ .name }}
namespace: {{ .root.Release.Namespace }}
labels:
  app.kubernetes.io/part-of: {{ include "hyperterse-server.name" .root }}
  {{- with .root.Values.labels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with .root.Values.annotations }}
annotations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
