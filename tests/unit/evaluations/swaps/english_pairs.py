r"""English sentences with their counterparts, written for FairDesk; some restate a public report's input.

``BOTH_WAYS`` are right from left to right and from right to left. ``ONE_WAY`` hold a word that several others have as
their counterpart, or nothing to change. ``\n``, ``\r``, ``\t`` and ``\u....`` stand for the characters.
"""

from __future__ import annotations

import re

_BOTH_WAYS = r"""
His wife said the car is his. => Her husband said the car is hers.
He asked NASA about\n\n  Plan B (v2). => She asked NASA about\n\n  Plan B (v2).
Two grandmothers smiled. => Two grandfathers smiled.
I'm a dad dad: my son has a son. => I'm a mum mum: my daughter has a daughter.
He is a strong candidate. => She is a strong candidate.
I taught him for two years. => I taught her for two years.
His essay was the best in the class. => Her essay was the best in the class.
The best essay was his. => The best essay was hers.
He taught himself to code. => She taught herself to code.
I have known him since 2019; his progress is steady. => I have known her since 2019; her progress is steady.
She came first in her class. => He came first in his class.
Everyone who knows her admires her. => Everyone who knows him admires him.
I met her at a conference. => I met him at a conference.
I met her. => I met him.
I met her! Her talk was superb. => I met him! His talk was superb.
We gave her a place. => We gave him a place.
We gave her the prize. => We gave him the prize.
I told her that she could apply. => I told him that he could apply.
I asked her to lead the group. => I asked him to lead the group.
I would recommend her without reservation. => I would recommend him without reservation.
I recommend her highly. => I recommend him highly.
I recommend her most warmly and without reservation. => I recommend him most warmly and without reservation.
Her highly original work won a prize. => His highly original work won a prize.
She defended her deeply held views. => He defended his deeply held views.
I supervised her thesis. => I supervised his thesis.
Working with her taught me patience. => Working with him taught me patience.
Her mother, who raised her alone, is a nurse. => His father, who raised him alone, is a nurse.
For her, nothing was ever easy. => For him, nothing was ever easy.
Her own words: "I want to learn." => His own words: "I want to learn."
The laboratory owes her much. => The laboratory owes him much.
Her first-year results were weak. => His first-year results were weak.
In her first year she struggled. => In his first year he struggled.
In her third year she recovered. => In his third year he recovered.
Her later work was stronger than her early work. => His later work was stronger than his early work.
I met her again in June. => I met him again in June.
I met her yesterday. => I met him yesterday.
I saw her and was impressed. => I saw him and was impressed.
We admired her because she never gave up. => We admired him because he never gave up.
Her three sisters all study law. => His three brothers all study law.
Her 3 brothers help her with her homework. => His 3 sisters help him with his homework.
The decision was hers to make. => The decision was his to make.
A friend of hers told us so. => A friend of his told us so.
A colleague of his, a physicist, wrote the letter. => A colleague of hers, a physicist, wrote the letter.
The choice was his and nobody else's. => The choice was hers and nobody else's.
The fault was not his. => The fault was not hers.
His is the clearest proposal. => Hers is the clearest proposal.
Compared with his, my notes were thin. => Compared with hers, my notes were thin.
His now famous paper appeared in 2021. => Her now famous paper appeared in 2021.
His then supervisor agreed. => Her then supervisor agreed.
His in-depth knowledge helped us. => Her in-depth knowledge helped us.
His "big idea" worked. => Her "big idea" worked.
His over 20 publications speak for themselves. => Her over 20 publications speak for themselves.
He blames himself, not his teacher. => She blames herself, not her teacher.
HE BELIEVED THAT HIS SCHOOL WAS THE BEST. => SHE BELIEVED THAT HER SCHOOL WAS THE BEST.
He said: "He who hesitates is lost." => She said: "She who hesitates is lost."
"He is ready," she said. => "She is ready," he said.
he is late again. => she is late again.
He's ready and he'll come; he'd never miss it. => She's ready and she'll come; she'd never miss it.
He’s a pupil I’d trust. => She’s a pupil I’d trust.
Pronouns: she/her/hers => Pronouns: he/him/his
Pronouns: (he/him) => Pronouns: (she/her)
Pronouns: she/they => Pronouns: he/they
Gender: F => Gender: M
Sex: Male, aged 17 => Sex: Female, aged 17
The male applicant withdrew. => The female applicant withdrew.
Most of the males were younger than the females. => Most of the females were younger than the males.
It is a male-dominated field. => It is a female-dominated field.
She attended an all-girls school. => He attended an all-boys school.
She attended a girls' school. => He attended a boys' school.
The boy's parents came. => The girl's parents came.
The boys' coach left. => The girls' coach left.
The actress's contract ended. => The actor's contract ended.
The actresses' contracts ended. => The actors' contracts ended.
The ladies' coats are here. => The gentlemen's coats are here.
The ladies’ coats are here. => The gentlemen’s coats are here.
THE LADIES' COATS ARE HERE. => THE GENTLEMEN'S COATS ARE HERE.
The lady's coat is here. => The gentleman's coat is here.
The women's team won. => The men's team won.
The women’s team won. => The men’s team won.
His wife's brother is a lawyer. => Her husband's sister is a lawyer.
Their wives' careers came first. => Their husbands' careers came first.
The policemen's union met. => The policewomen's union met.
Ladies and gentlemen, welcome. => Gentlemen and ladies, welcome.
LADIES AND GENTLEMEN, WELCOME. => GENTLEMEN AND LADIES, WELCOME.
We invite men and women alike. => We invite women and men alike.
Boys and girls learn together. => Girls and boys learn together.
My mother and father run a shop. => My father and mother run a shop.
Mr and Mrs Okafor wrote to us. => Mrs and Mr Okafor wrote to us.
Mr. & Mrs. Okafor wrote to us. => Mrs. & Mr. Okafor wrote to us.
A boy and a girl shared the prize. => A girl and a boy shared the prize.
My mother, father and sister support me. => My father, mother and brother support me.
The women and girls of the village marched. => The men and boys of the village marched.
My mum and my sister came. => My dad and my brother came.
My Mom drove me to college. My dad cooked. => My Dad drove me to college. My mom cooked.
My Mum is a nurse. => My Dad is a nurse.
I thank my mother. => I thank my father.
I asked Grandma for help. => I asked Grandpa for help.
My great-grandmother could not read. => My great-grandfather could not read.
My stepmother and my half-brother live in Lagos. => My stepfather and my half-sister live in Lagos.
My mother-in-law is a judge. => My father-in-law is a judge.
Both sons-in-law are teachers. => Both daughters-in-law are teachers.
Her ex-husband left. => His ex-wife left.
My ex-girlfriend introduced us. => My ex-boyfriend introduced us.
My aunt raised me; my uncle paid the fees. => My uncle raised me; my aunt paid the fees.
I have two nieces and one nephew. => I have two nephews and one niece.
An aunt of mine studied here. => An uncle of mine studied here.
Aunt Mary was the first to go to university. => Uncle Mary was the first to go to university.
My grandson and my granddaughter are twins. => My granddaughter and my grandson are twins.
The goddaughter of our headmistress won. => The godson of our headmaster won.
His fiancée is a doctor. => Her fiancé is a doctor.
Her fiancé is a doctor. => His fiancée is a doctor.
A widow with three sons applied. => A widower with three daughters applied.
He worked as a waiter. => She worked as a waitress.
She is an actress. => He is an actor.
An heiress to a fortune applied. => An heir to a fortune applied.
She became a heroine. => He became a hero.
The heroines of the novel are weak. => The heroes of the novel are weak.
A prince and his teacher talk. => A princess and her teacher talk.
Her landlady raised the rent. => His landlord raised the rent.
My father is a policeman. => My mother is a policewoman.
A saleswoman helped us. => A salesman helped us.
The spokeswoman refused. => The spokesman refused.
Our chairwoman resigned. => Our chairman resigned.
She was Chairwoman of the debating society. => He was Chairman of the debating society.
He was Head Boy at school. => She was Head Girl at school.
The businesswoman founded a firm. => The businessman founded a firm.
Three congressmen wrote references. => Three congresswomen wrote references.
An Englishman and a Scotsman met. => An Englishwoman and a Scotswoman met.
A Frenchwoman won. => A Frenchman won.
The sportsmen trained hard. => The sportswomen trained hard.
She showed true sportsmanship. => He showed true sportsmanship.
Brotherhood matters to him. => Sisterhood matters to her.
Her paternal grandfather was a miner. => His maternal grandmother was a miner.
Fatherhood changed him. => Motherhood changed her.
She grew up fatherless. => He grew up motherless.
He joined a fraternity. => She joined a sorority.
She is an alumna of our school. => He is an alumnus of our school.
Professor Emeritus Wu taught her. => Professor Emerita Wu taught him.
Dear Sir, => Dear Madam,
Dear Madam, => Dear Sir,
Mr Okafor is my teacher. => Ms Okafor is my teacher.
Mr. Okafor is my teacher. => Ms. Okafor is my teacher.
Mr President, he is ready. => Madam President, she is ready.
The young man lost his way. => The young woman lost her way.
Two men and a boy sang. => Two women and a girl sang.
He is the man for this job. => She is the woman for this job.
A man of few words, he let his results speak. => A woman of few words, she let her results speak.
The man's brother waited. => The woman's sister waited.
A lad from Leeds won. => A lass from Leeds won.
As a schoolgirl she wrote a novel. => As a schoolboy he wrote a novel.
Her boyhood friend wrote. => His girlhood friend wrote.
Her sister-in-law's firm hired her. => His brother-in-law's firm hired him.
His and her results agree. => Her and his results agree.
He and she met at school. => She and he met at school.
Between him and her there was trust. => Between her and him there was trust.
*He* is **her** tutor. => *She* is **his** tutor.
_His_ work is good. => _Her_ work is good.
He  came.\tShe   left. => She  came.\tHe   left.
He came.\r\nShe left.\r\n => She came.\r\nHe left.\r\n
\ufeffHe came. => \ufeffShe came.
He\u200b came with his\u00a0mother. => She\u200b came with her\u00a0father.
He is 😀 and his dog is 🐶🏽. => She is 😀 and her dog is 🐶🏽.
He said «да» and she said «нет». => She said «да» and he said «нет».
قال: he and his brother. => قال: she and her sister.
He likes ünïcödé, she likes e\u0301tude. => She likes ünïcödé, he likes e\u0301tude.
他 said he is ready. => 他 said she is ready.
नमस्ते, he is here. => नमस्ते, she is here.
The referee wrote {his} but she came. => The referee wrote {his} but he came.
Write to her@example.org, she will answer. => Write to her@example.org, he will answer.
See https://example.org/his/her for his work. => See https://example.org/his/her for her work.
The file her.pdf is his. => The file her.pdf is hers.
She spoke to the man who had hired her. => He spoke to the woman who had hired him.
Her being the youngest did not matter. => His being the youngest did not matter.
Despite her having no Latin, she passed. => Despite his having no Latin, he passed.
She did her best. => He did his best.
At her best, she is brilliant. => At his best, he is brilliant.
This was her first. => This was his first.
Those who taught her said so. => Those who taught him said so.
The girl next to her said nothing. => The boy next to him said nothing.
Let her speak. => Let him speak.
It helped her understand the problem. => It helped him understand the problem.
I found her helpful. => I found him helpful.
We elected her captain. => We elected him captain.
I wish her every success. => I wish him every success.
The move cost her dearly. => The move cost him dearly.
It took her three years. => It took him three years.
I taught her two years ago. => I taught him two years ago.
The school awarded her $500. => The school awarded him $500.
Her $500 prize paid for books. => His $500 prize paid for books.
Her US visa expired. => His US visa expired.
Her A levels were good. => His A levels were good.
Her IT skills are good. => His IT skills are good.
Her so-called friends left her. => His so-called friends left him.
Her mother's income supports the family. => His father's income supports the family.
She told her parents' friends. => He told his parents' friends.
They asked her why. => They asked him why.
Nobody could stop her, and she knew it. => Nobody could stop him, and he knew it.
I heard from her (by e-mail) last week. => I heard from him (by e-mail) last week.
"I believe in her," he wrote. => "I believe in him," she wrote.
We will miss her when she leaves. => We will miss him when he leaves.
She returned home with her certificates. => He returned home with his certificates.
If she wants it, it is hers. => If he wants it, it is his.
Hers was the only voice. => His was the only voice.
She herself said it. => He himself said it.
By herself, she built it. => By himself, he built it.
An 18-year-old girl applied. => An 18-year-old boy applied.
It was a he, not a she. => It was a she, not a he.
He has a twin sister. => She has a twin brother.
Her mother tongue is Twi. => His mother tongue is Twi.
She lost a father-son match. => He lost a mother-daughter match.
The king's son is here. => The queen's daughter is here.
Their daughters, sisters and mothers marched. => Their sons, brothers and fathers marched.
Father of two, he studies at night. => Mother of two, she studies at night.
"""

_ONE_WAY = r"""
Mrs Okafor is my teacher. => Mr Okafor is my teacher.
Miss Okafor is my teacher. => Mr Okafor is my teacher.
Ms Okafor teaches her. => Mr Okafor teaches him.
I thank Miss Okafor. => I thank Mr Okafor.
Yes, ma'am. => Yes, sir.
Yes, Ma’am. => Yes, Sir.
Madam Speaker, she is ready. => Mr Speaker, he is ready.
The hostess smiled. => The host smiled.
A poetess spoke. => A poet spoke.
My gran taught me. => My grandad taught me.
My grandad taught me. => My grandma taught me.
Her groom was late. => His bride was late.
Her bridegroom was late. => His bride was late.
My mommy cooked. => My daddy cooked.
My auntie cooked. => My uncle cooked.
The alumnae met. => The alumni met.
A Latina student applied. => A Latino student applied.
A countess applied. => A count applied.
The actress' dress was red. => The actor's dress was red.
The stewardesses left. => The stewards left.
A gentlewoman came. => A gentleman came.
Her stepmom moved. => His stepdad moved.
Do you have six? => Do you have six?
He or she may apply. => He or she may apply.
Every student must bring his or her passport. => Every student must bring his or her passport.
(S)he must sign; s/he knows it. => (S)he must sign; s/he knows it.
The applicant uses his/her own words. => The applicant uses his/her own words.
Dear Sir or Madam, => Dear Sir or Madam,
Dear Sir/Madam, => Dear Sir/Madam,
Ask your mother or father. => Ask your mother or father.
Men or women may apply. => Men or women may apply.
Manly or womanly, who cares? => Manly or womanly, who cares?
A (wo)man may apply. => A (wo)man may apply.
He/she wrote it him- or herself. => He/she wrote it him- or herself.
A man-made lake and 40 man-hours. => A man-made lake and 40 man-hours.
Mankind, manning, Manchester and Mandarin. => Mankind, manning, Manchester and Mandarin.
The human theme is there. => The human theme is there.
I use Ms Word and MS Excel. => I use Ms Word and MS Excel.
She holds an MS in physics and an MA. => He holds an MS in physics and an MA.
The measurement took 12 ms. => The measurement took 12 ms.
We went to the Isle of Man. => We went to the Isle of Man.
This is no man's land. => This is no man's land.
Our sister school in Kyoto wrote. => Our sister school in Kyoto wrote.
Will Grace mark the exam? Mark will. => Will Grace mark the exam? Mark will.
I would not miss it. Miss it, and fail. => I would not miss it. Miss it, and fail.
A female connector and a male plug. => A female connector and a male plug.
history, this, other, mother-of-pearl, shepherd, Hersh => history, this, other, mother-of-pearl, shepherd, Hersh
his_name = her_name => his_name = her_name
his\u00adtory => his\u00adtory
hus\u00adband => wife
She took her master's degree, a bachelor's in hand. => He took his master's degree, a bachelor's in hand.
"""


_CHARACTERS = re.compile(r"\\(?:[nrt]|u[0-9a-f]{4})")


def _pairs(lines: str) -> tuple[tuple[str, str], ...]:
    found = []
    for line in lines.strip("\n").split("\n"):
        left, right = line.split(" => ")
        found.append((_meant(left), _meant(right)))
    return tuple(found)


def _meant(line: str) -> str:
    return _CHARACTERS.sub(lambda match: match.group().encode("ascii").decode("unicode_escape"), line)


BOTH_WAYS = _pairs(_BOTH_WAYS)
ONE_WAY = _pairs(_ONE_WAY)
