/** Source code with made-up names. */
export const CODE = {
  TypeScript: [
    "export async function {camel}({name}: {Pascal}, token: string): Promise<{Name}[]> {\n  const {name}s = await this.{camel}.{camel}({ {name}, token });\n  return {name}s.filter(({ {name} }) => {name} !== undefined);\n}\n\n",
    "interface {Pascal} {\n  readonly {camel}: string;\n  readonly password?: string;\n  readonly {camel}: ReadonlyMap<string, {Name}>;\n}\n\n",
    "const {CONST} = /^[A-Za-z0-9_-]{{digits:2},{digits:3}}$/u;\n",
  ],
  JavaScript: [
    "module.exports = function {camel}({name}, callback) {\n  if (!{name}.apiKey) return callback(new Error('missing apiKey'));\n  {name}.{camel}(({name}) => callback(null, {name}.{camel}));\n};\n\n",
    "app.post('/{name}/{name}', {camel}, (req, res) => res.json({ token: sign({ id: req.user.id }), expiresIn: {digits:4} }));\n",
    "describe('{Pascal}', () => { it('{word} {word}', async () => { expect(await {camel}({digits:3})).toBe('{word}'); }); });\n",
  ],
  Python: [
    'def {snake}({name}: {Pascal}, *, password: str | None = None) -> dict[str, {Name}]:\n    """{sentence}"""\n    {name} = self._{snake}[{name}.{snake}]\n    return {{name}.key: {name} for {name} in {name}.{snake}()}\n\n\n',
    "class {Pascal}(Base{Name}):\n    token = models.CharField(max_length={digits:2}, unique=True)\n    {snake} = models.ForeignKey({Name}, on_delete=models.CASCADE)\n\n\n",
    'logger.info("{word} %s with key %s", {snake}, {name}.key_id)\nassert len(secret) == {digits:2}, "secret has the wrong length"\n',
  ],
  Java: [
    '    public {Pascal} {camel}(final String password, final {Name} {name}) throws {Name}Exception {\n        Objects.requireNonNull(password, "password");\n        return new {Pascal}Builder().with{Name}({name}).with{Name}(this.{camel}).build();\n    }\n\n',
    "    private static final Logger LOG = LoggerFactory.getLogger({Pascal}.class);\n    private static final long serialVersionUID = -{digits:18}L;\n",
    '    @Value("${{name}.{name}.password}")\n    private String {camel}Password;\n',
  ],
  Kotlin: [
    "data class {Pascal}(val {camel}: String, val token: Token?, val {name}s: List<{Name}> = emptyList())\n",
    "    private suspend fun {camel}({name}: {Name}) = withContext(Dispatchers.IO) {\n        {camel}.{camel}({name}, secret = secrets.{camel})\n    }\n\n",
  ],
  "C#": [
    "    public async Task<{Pascal}> {Pascal}Async(string {camel}, CancellationToken token = default)\n    {\n        var {name} = await _{camel}.{Pascal}Async({camel}, token).ConfigureAwait(false);\n        return {name} ?? throw new {Pascal}Exception(nameof({camel}));\n    }\n\n",
    '    [JsonPropertyName("{snake}_token")]\n    public required string {Pascal}Token { get; init; }\n',
    'services.Configure<{Pascal}Options>(configuration.GetSection("{Pascal}:Password"));\n',
  ],
  Go: [
    'func (s *{Pascal}) {Pascal}(ctx context.Context, token string) (*{Name}, error) {\n\t{name}, err := s.{camel}.{Name}(ctx, token)\n\tif err != nil {\n\t\treturn nil, fmt.Errorf("{word} {name}: %w", err)\n\t}\n\treturn {name}, nil\n}\n\n',
    'type {Pascal} struct {\n\tPassword string `json:"password,omitempty" yaml:"password"`\n\t{Name}   []{Name} `json:"{snake}"`\n}\n\n',
  ],
  Rust: [
    "impl {Pascal} {\n    pub fn {snake}(&self, token: &SecretString) -> Result<{Name}, {Name}Error> {\n        let {name} = self.{snake}.get(&token.id()).ok_or({Name}Error::{Pascal})?;\n        Ok({name}.clone())\n    }\n}\n\n",
    "const {CONST}: [u64; 4] = [0x{hex:16}, 0x{hex:16}, 0x{hex:16}, 0x{hex:16}];\n",
  ],
  "C and C++": [
    "static int {snake}(struct {name} *{name}, const char *password, size_t len)\n{\n\tif (!{name} || len > {CONST})\n\t\treturn -EINVAL;\n\tmemcpy({name}->{snake}, password, len);\n\treturn {name}->{name}_{digits:2};\n}\n\n",
    "#define {CONST} 0x{HEX:8}UL\n#ifndef {CONST}_H_\n",
    "template <typename {Name}>\nstd::unique_ptr<{Pascal}> {camel}(std::string_view token, const {Name}& {name}) {\n  return std::make_unique<{Pascal}>({name}.{camel}(token), k{Pascal}{digits:2});\n}\n\n",
  ],
  Ruby: [
    '  def {snake}(password:, {name}: nil)\n    raise {Pascal}Error, "{sentence}" if password.blank?\n\n    @{snake} ||= {Pascal}.new({name}: {name}, token: token_for({name}))\n  end\n\n',
    "  validates :password, length: { minimum: {digits:2} }, if: :{snake}?\n  has_secure_token :{snake}\n",
  ],
  PHP: [
    "    public function {camel}(string $password, ?{Pascal} ${name} = null): array\n    {\n        ${name} = $this->{camel}->{camel}($password);\n        return ['token' => ${name}->token, '{snake}' => ${name}->{camel}()];\n    }\n\n",
    "Route::post('/{name}/password', [{Pascal}Controller::class, '{camel}'])->middleware('{word}');\n",
  ],
  Swift: [
    "    func {camel}(with token: String, {name}: {Pascal}) async throws -> [{Name}] {\n        guard let {name} = keychain.{camel}(for: token) else { throw {Pascal}Error.{camel} }\n        return try await {name}.{camel}()\n    }\n\n",
    '    @Published private(set) var {camel}: [UUID: {Pascal}] = [:]\n    let {camel}Key = "com.{lower:6}.{name}.{camel}"\n',
  ],
  shell: [
    'if [ -z "$PASSWORD" ]; then\n  echo "{word} {word}: PASSWORD is not set" >&2\n  exit {digits:1}\nfi\n',
    'read -r -s -p "Password: " password\n{name} --{kebab}="$password" --{name} /etc/{kebab}/{name}.conf | awk \'{print ${digits:1}}\'\n',
    'for {name} in $(ls /var/lib/{kebab}); do sha256sum "/var/lib/{kebab}/${name}" >> {name}.sums; done\n',
  ],
  SQL: [
    "CREATE OR REPLACE FUNCTION {snake}(p_token uuid) RETURNS TABLE ({name} text, {name}_id bigint) AS $$\n  SELECT t.{name}, t.{snake}_id FROM {name}s t WHERE t.token_id = p_token AND t.{name} > {digits:4};\n$$ LANGUAGE sql STABLE;\n\n",
    "ALTER TABLE {snake} ADD COLUMN password_changed_at timestamptz, DROP COLUMN {snake};\nGRANT SELECT ON {snake} TO {name}_reader;\n",
  ],
  "R and Julia": [
    '{snake} <- function({name}, token = Sys.getenv("{CONST}_TOKEN")) {\n  stopifnot(nzchar(token))\n  summary(lm({name} ~ {word} + {word}, data = {name}))\n}\n\n',
    "function {snake}({name}::Vector{Float64}; key::Symbol = :{name})\n    return sum({name} .* {digits:1}.{digits:4}) / length({name})\nend\n\n",
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;
